// Paths for the sheet. One cell is one unit; a station stands at (column, row).

import type { Cell, Point } from './types';

export function pointOf(cell: Cell): Point {
  return [cell.charCodeAt(0) - 97, Number(cell.slice(1))];
}

const n = (value: number): string => String(Math.round(value * 1000) / 1000);

export function straightPath(points: readonly Point[]): string {
  return points.map(([x, y], i) => `${i ? 'L' : 'M'}${n(x)} ${n(y)}`).join('');
}

/** A polyline whose corners are rounded; `closed` joins the last point to the first. */
export function roundedPath(points: readonly Point[], radius: number, closed = false): string {
  const count = points.length;
  const parts: string[] = [];
  for (let i = 0; i < count; i++) {
    const here = points[i] as Point;
    const inner = closed || (i > 0 && i < count - 1);
    if (!inner) {
      parts.push(`${i ? 'L' : 'M'}${n(here[0])} ${n(here[1])}`);
      continue;
    }
    const before = points[(i - 1 + count) % count] as Point;
    const after = points[(i + 1) % count] as Point;
    const [a, b] = [towards(here, before, radius), towards(here, after, radius)];
    parts.push(`${parts.length ? 'L' : 'M'}${n(a[0])} ${n(a[1])}Q${n(here[0])} ${n(here[1])} ${n(b[0])} ${n(b[1])}`);
  }
  return parts.join('') + (closed ? 'Z' : '');
}

function towards(from: Point, to: Point, by: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const share = Math.min(by, length / 2) / (length || 1);
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** A smooth curve through all the points (Catmull–Rom). */
export function smoothPath(points: readonly Point[]): string {
  const at = (i: number): Point => points[Math.max(0, Math.min(points.length - 1, i))] as Point;
  let path = straightPath(points.slice(0, 1));
  for (let i = 0; i < points.length - 1; i++) {
    const [p, q, r, s] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const c1: Point = [q[0] + (r[0] - p[0]) / 6, q[1] + (r[1] - p[1]) / 6];
    const c2: Point = [r[0] - (s[0] - q[0]) / 6, r[1] - (s[1] - q[1]) / 6];
    path += `C${[...c1, ...c2, ...r].map(n).join(' ')}`;
  }
  return path;
}

/** The polyline moved sideways, to its right: a track beside another. */
export function beside(points: readonly Point[], distance: number): Point[] {
  return points.map((here, i) => {
    const before = points[i - 1] ?? here;
    const after = points[i + 1] ?? here;
    const one = normal(before, here) ?? normal(here, after);
    const two = normal(here, after) ?? one;
    if (!one || !two) return here;
    const [x, y] = [one[0] + two[0], one[1] + two[1]];
    const scale = (2 * distance) / (x * x + y * y || 1);
    return [here[0] + x * scale, here[1] + y * scale];
  });
}

function normal(from: Point, to: Point): Point | null {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(x, y);
  return length ? [-y / length, x / length] : null;
}

/** The outlines of all cells that bear a letter, each as a closed polygon, drawn a little inwards. */
export function outlines(grid: readonly string[], letter: string, inset: number): Point[][] {
  const inside = (x: number, y: number): boolean => grid[y]?.[x] === letter;
  const next = new Map<string, Point>();
  const edge = (a: Point, b: Point): Map<string, Point> => next.set(String(a), b);
  grid.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!inside(x, y)) continue;
      if (!inside(x, y - 1)) edge([x, y], [x + 1, y]);
      if (!inside(x + 1, y)) edge([x + 1, y], [x + 1, y + 1]);
      if (!inside(x, y + 1)) edge([x + 1, y + 1], [x, y + 1]);
      if (!inside(x - 1, y)) edge([x, y + 1], [x, y]);
    }
  });
  const found: Point[][] = [];
  while (next.size) found.push(inwards(corners(trace(next)), inset));
  return found;
}

function trace(next: Map<string, Point>): Point[] {
  const loop: Point[] = [];
  let key = next.keys().next().value as string;
  for (let to = next.get(key); to; to = next.get(key)) {
    next.delete(key);
    loop.push(to);
    key = String(to);
  }
  return loop;
}

function corners(loop: Point[]): Point[] {
  return loop.filter((here, i) => {
    const before = loop[(i - 1 + loop.length) % loop.length] as Point;
    const after = loop[(i + 1) % loop.length] as Point;
    return (here[0] - before[0]) * (after[1] - here[1]) !== (here[1] - before[1]) * (after[0] - here[0]);
  });
}

/** Cell corners to sheet coordinates (a station stands in the middle of its cell), moved inwards. */
function inwards(loop: Point[], inset: number): Point[] {
  return loop.map((here, i) => {
    const before = loop[(i - 1 + loop.length) % loop.length] as Point;
    const after = loop[(i + 1) % loop.length] as Point;
    const one = normal(before, here) as Point;
    const two = normal(here, after) as Point;
    return [here[0] - 0.5 + (one[0] + two[0]) * inset, here[1] - 0.5 + (one[1] + two[1]) * inset];
  });
}

/** Districts that touch never share a tint: the first free of as many as it takes. */
export function tints(grid: readonly string[]): Map<string, number> {
  const near = new Map<string, Set<string>>();
  grid.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const here = row[x] as string;
      const beside = [row[x + 1], grid[y + 1]?.[x], grid[y + 1]?.[x + 1], grid[y + 1]?.[x - 1]];
      for (const other of beside)
        if (other && other !== here) {
          near.set(here, (near.get(here) ?? new Set()).add(other));
          near.set(other, (near.get(other) ?? new Set()).add(here));
        }
    }
  });
  const tint = new Map<string, number>();
  for (const [letter, others] of near) {
    const taken = new Set([...others].map((other) => tint.get(other)));
    let first = 0;
    while (taken.has(first)) first++;
    tint.set(letter, first);
  }
  return tint;
}

/** How far a point is from a polyline. */
export function distanceTo(point: Point, path: readonly Point[]): number {
  let best = Infinity;
  for (let i = 0; i + 1 < path.length; i++) {
    const [a, b] = [path[i] as Point, path[i + 1] as Point];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy || 1);
    const share = Math.max(0, Math.min(1, along));
    best = Math.min(best, Math.hypot(point[0] - a[0] - share * dx, point[1] - a[1] - share * dy));
  }
  return best;
}
