// The straight view of a photograph taken at a slant: four points that are known decide where all others go.

import type { Point } from '../lib/types';

/** h such that (x, y) goes to ((h0 x + h1 y + h2) / w, (h3 x + h4 y + h5) / w) with w = h6 x + h7 y + 1. */
export type Homography = number[];

/** The one that takes each of four points to its partner; null if three of them lie on a line. */
export function homography(from: readonly Point[], to: readonly Point[]): Homography | null {
  const rows = from.flatMap(([x, y], i) => {
    const [u, v] = to[i] as Point;
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  return solved(rows);
}

/** Gauss with pivots: each row is an equation, its last number the right side. */
function solved(rows: number[][]): number[] | null {
  const count = rows.length;
  for (let column = 0; column < count; column++) {
    const largest = rows.slice(column).reduce((best, row) => (Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best));
    const pivot = largest[column] ?? 0;
    if (Math.abs(pivot) < 1e-9) return null;
    const unit = largest.map((value) => value / pivot);
    rows[rows.indexOf(largest)] = rows[column] as number[];
    rows[column] = unit; // after the other one has left, which may be the same
    rows.forEach((row, index) => {
      const times = row[column] ?? 0;
      if (index !== column && times) rows[index] = row.map((value, i) => value - times * (unit[i] ?? 0));
    });
  }
  return rows.map((row) => row[count] ?? 0);
}

export function mapped(h: Homography, [x, y]: Point): Point {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, i = 0] = h;
  const w = g * x + i * y + 1;
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
}

/** As CSS has it, by columns. */
export function matrix3d(h: Homography): string {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, i = 0] = h;
  return `matrix3d(${[a, d, 0, g, b, e, 0, i, 0, 0, 1, 0, c, f, 0, 1].join(',')})`;
}
