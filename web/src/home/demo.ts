// A route for each line of the living maps: decoration, not play. It only takes care to look like one.

import type { Board, Point, Section } from '../lib/types';

type Segment = [Point, Point];
const STEPS = 5;

const turn = (a: Point, b: Point, c: Point): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

function cross([a, b]: Segment, [c, d]: Segment): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

function ends(section: Section): Segment {
  return [section.path[0] as Point, section.path[section.path.length - 1] as Point];
}

export function demo(board: Board): { line: string; points: Point[] }[] {
  const drawn: Segment[] = [];
  const used = new Set<string>(Object.values(board.departures));
  return board.lines.map((line) => {
    let cell = board.departures[line] ?? '';
    const points: Point[] = [];
    for (let step = 0; step < STEPS; step++) {
      const ways = board.sections.filter((s) => s.path.length === 2 && (s.a === cell || s.b === cell));
      const open = ways.filter(
        (s) => !used.has(s.a === cell ? s.b : s.a) && !drawn.some((other) => cross(ends(s), other)),
      );
      const next = open[(step * 3 + board.lines.indexOf(line) * 2) % Math.max(1, open.length)];
      if (!next) break;
      const [a, b] = ends(next);
      const forward = next.a === cell;
      if (!points.length) points.push(forward ? a : b);
      points.push(forward ? b : a);
      drawn.push([a, b]);
      cell = forward ? next.b : next.a;
      used.add(cell);
    }
    return { line, points };
  });
}
