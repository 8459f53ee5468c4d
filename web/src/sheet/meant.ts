// What a tap on the sheet means: something to draw, or a place to ask about. What is lit is meant from further away.

import { distanceTo, pointOf } from '../lib/geometry';
import type { Board, Cell, Point } from '../lib/types';
import { gap, tapped, type Spot } from './options';

/** A station or a section that one may ask about, as the server calls it. */
export interface Place {
  about: string;
  at: Point;
  cell: Cell | null; // of a station
}

export type Meant = { spots: Spot[]; place?: never } | { place: Place; spots?: never } | null;

const ON = 0.5; // cells from a station within which a tap is on it, whatever is lit beside it
const BESIDE = 0.65; // and within which it may still mean it
const PULL = 0.35; // by so much a lit station may be further away
const WAY = 0.22; // from a section

/** How far a point is from a station: from the frame of its cells, if it has several. */
function distance(cells: readonly Cell[], [x, y]: Point): number {
  const points = cells.map(pointOf);
  const beyond = (at: number, all: number[]): number => Math.max(Math.min(...all) - at, 0, at - Math.max(...all));
  return Math.hypot(beyond(x, points.map((point) => point[0])), beyond(y, points.map((point) => point[1])));
}

export function stations(board: Board): Place[] {
  return board.stations.map(({ cell }) => ({ about: cell, at: pointOf(cell), cell }));
}

function nearest(board: Board, point: Point): { cell: Cell; far: number } {
  let best = { cell: '', far: Infinity };
  for (const { cell, cells } of board.stations) {
    const far = distance(cells, point);
    if (far < best.far) best = { cell, far };
  }
  return best;
}

function sectionAt(board: Board, point: Point): string | null {
  let best: string | null = null;
  let least = WAY;
  for (const { name, path } of board.sections) {
    const far = distanceTo(point, path);
    if (far < least) [best, least] = [name, far];
  }
  return best;
}

export function meant(board: Board, lit: readonly Spot[], others: readonly Spot[], point: Point): Meant {
  const station = nearest(board, point);
  const section = sectionAt(board, point);
  const chosen = tapped(lit, point);
  if (chosen.length) {
    const far = Math.min(...chosen.map((spot) => gap(spot.at, point)));
    const aims = chosen.some((spot) => spot.target === station.cell) || far <= station.far + PULL;
    const astray = section !== null && far > BESIDE && chosen.every((spot) => spot.section?.name !== section);
    if (station.far > ON ? !astray : aims) return { spots: chosen };
  }
  const near = station.far < BESIDE;
  const replaces = others.filter((spot) => (near ? spot.target === station.cell : spot.section?.name === section));
  if (replaces.length) return { spots: replaces };
  if (near) return { place: { about: station.cell, at: pointOf(station.cell), cell: station.cell } };
  return section ? { place: { about: section, at: point, cell: null } } : null;
}
