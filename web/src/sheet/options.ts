// The engine's options as places on the sheet: where a tap, a drag or an arrow key leads.

import { distanceTo, pointOf } from '../lib/geometry';
import type { Board, Cell, Option, Point, Section } from '../lib/types';

export interface Spot {
  option: Option;
  target: Cell; // the station reached or circled
  at: Point; // where the section ends
  start: Point | null; // where it begins; null for a circle
  section: Section | null;
  cells: Cell[]; // of the target: more than one for a platform
  instead: boolean; // it takes the place of the section drawn last
}

/** A drag that draws section after section. */
export interface Walking {
  readonly walked: boolean;
  next(spots: readonly Spot[], point?: Point): Spot | null;
  heading(spots: readonly Spot[], point: Point): Spot | null;
}

const CIRCLE = 'circle ';
const NEAR = 1.25; // cells between a tap and the station it may still mean
const GRIP = 0.55;

export function spots(board: Board, options: readonly Option[], circles: boolean, instead = false): Spot[] {
  const sections = new Map(board.sections.map((section) => [section.name, section]));
  const cells = new Map(board.stations.map((station) => [station.cell, station.cells]));
  const found: Spot[] = [];
  for (const option of options) {
    if (option.do.startsWith(CIRCLE) && circles) {
      const cell = option.do.slice(CIRCLE.length);
      found.push({
        option,
        target: cell,
        at: pointOf(cell),
        start: null,
        section: null,
        cells: cells.get(cell) ?? [cell],
        instead,
      });
    } else if (option.section && !circles) {
      const [from = '', to = ''] = option.do.split('-');
      const section = sections.get(option.section) ?? null;
      const target = option.target ?? to;
      const [at, start] = [pointOf(to), pointOf(from)];
      found.push({ option, target, at, start, section, cells: cells.get(target) ?? [to], instead });
    }
  }
  return found;
}

export const isUse = (option: Option): boolean => option.do.startsWith('use ');
export const isCircle = (option: Option): boolean => option.do.startsWith(CIRCLE);

/** What a choice between several is called on the sheet and beside it. */
export const letterOf = (index: number): string => String.fromCharCode(65 + index);

export const gap = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** From which side a way comes to its target: `left`, `above-right`… */
export function side({ start, section, at }: Spot): string {
  const before = section && gap(section.path[0] as Point, at) < 0.01 ? section.path[1] : section?.path.at(-2);
  const [dx, dy] = [(before ?? start ?? at)[0] - at[0], (before ?? start ?? at)[1] - at[1]];
  const across = dx < -0.01 ? 'left' : dx > 0.01 ? 'right' : '';
  return [dy < -0.01 ? 'above' : dy > 0.01 ? 'below' : '', across].filter(Boolean).join('-');
}

/** The spots that a tap means: all that lead to the nearest target, or the one section that was tapped. */
export function tapped(all: readonly Spot[], point: Point): Spot[] {
  const nearest = all.reduce<Spot | null>(
    (best, spot) => (!best || gap(spot.at, point) < gap(best.at, point) ? spot : best),
    null,
  );
  if (!nearest || gap(nearest.at, point) > NEAR) return [];
  const same = all.filter((spot) => spot.target === nearest.target);
  const on = same.filter((spot) => spot.section && distanceTo(point, spot.section.path) < 0.22);
  return on.length === 1 && same.length > 1 && gap(nearest.at, point) > 0.45 ? on : same;
}

/** The start that a finger took hold of. */
export function gripped(all: readonly Spot[], point: Point): Point | null {
  return all.map((spot) => spot.start).find((start): start is Point => !!start && gap(start, point) < GRIP) ?? null;
}

/** Where a drag from a start is heading. */
export function dragged(all: readonly Spot[], start: Point, point: Point): Spot | null {
  const from = all.filter((spot) => spot.start && gap(spot.start, start) < 0.01);
  const far = (spot: Spot): number =>
    (spot.section ? distanceTo(point, spot.section.path) : 9) + 0.35 * gap(spot.at, point);
  const best = from.reduce<Spot | null>((found, spot) => (!found || far(spot) < far(found) ? spot : found), null);
  return best && far(best) < 1.6 ? best : null;
}

/** The next place in the direction of an arrow key. */
export function beyond<T extends { at: Point }>(all: readonly T[], from: Point, key: string): T | null {
  const ways: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const [x, y] = ways[key] ?? [0, 0];
  let best: T | null = null;
  let shortest = Infinity;
  for (const place of all) {
    const [dx, dy] = [place.at[0] - from[0], place.at[1] - from[1]];
    const along = dx * x + dy * y;
    const length = along + 2 * Math.abs(dx * y - dy * x);
    if (along > 0.01 && length < shortest) [best, shortest] = [place, length];
  }
  return best;
}
