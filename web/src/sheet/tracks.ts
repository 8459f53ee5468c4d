// Where the ink of a sheet lies: one track for each line's section, side by side where two share one.

import { beside, pointOf, roundedPath } from '../lib/geometry';
import type { Board, Point, Section, Sheet } from '../lib/types';

export interface Track {
  key: string;
  line: string;
  index: number;
  path: string;
  points: Point[];
  narrow: boolean;
}

const GAP = 0.085;

const course = (section: Section, side: number): Point[] => (side ? beside(section.path, side * GAP) : section.path);

/** Which lines run on each section, the printed loop first. */
function runs(board: Board, sheet: Sheet): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const section of board.sections) if (section.tags.includes('loop')) found.set(section.name, ['']);
  for (const line of board.lines) {
    for (const name of sheet.lines[line]?.sections ?? []) found.set(name, [...(found.get(name) ?? []), line]);
  }
  return found;
}

export function tracks(board: Board, sheet: Sheet): Track[] {
  const sections = new Map(board.sections.map((section) => [section.name, section]));
  const found: Track[] = [];
  for (const [name, lines] of runs(board, sheet)) {
    const section = sections.get(name);
    if (!section) continue;
    lines.forEach((line, place) => {
      if (!line) return;
      const pair = lines.length > 1;
      const beyondLoop = lines[0] === '';
      const side = !pair ? 0 : beyondLoop ? 2.1 : place * 2 - 1;
      const points = course(section, side);
      const path = roundedPath(points, 0.3);
      found.push({ key: `${line} ${name}`, line, index: board.lines.indexOf(line), path, points, narrow: pair });
    });
  }
  return found.sort((a, b) => a.index - b.index);
}

export interface Label {
  line: string;
  at: Point;
  small: boolean;
}

const APART = 2.9; // cells between two numbers of one line

/** Where a line's number stands on it: by each end, and along the way as often as it needs. */
export function labels(sheet: Sheet, all: readonly Track[]): Label[] {
  const found: Label[] = [];
  const ends = new Map(Object.entries(sheet.lines).map(([line, { ends }]) => [line, ends.map(pointOf)]));
  const byEnd = (track: Track): number =>
    Math.min(9, ...(ends.get(track.line) ?? []).map((end) => Math.min(...track.points.map((p) => gap(p, end)))));
  for (const track of [...all].sort((a, b) => byEnd(a) - byEnd(b))) {
    const at = onTheWay(track.points);
    const last = byEnd(track) < 0.5;
    const near = found.some((label) => label.line === track.line && gap(label.at, at) < (last ? 1.2 : APART));
    if (!near) found.push({ line: track.line, at, small: track.narrow });
  }
  return found;
}

const gap = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** On the longest straight: in the middle of a short one, of a long one before a crossing could be. */
function onTheWay(points: readonly Point[]): Point {
  const straights = points.slice(1).map((to, i): [Point, Point] => [points[i] as Point, to]);
  const [from, to] = straights.reduce((best, one) => (gap(...one) > gap(...best) ? one : best));
  const length = gap(from, to);
  const share = length > 1.5 ? 0.5 / length : 0.5;
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}
