import { describe, expect, test } from 'vitest';

import { beside, distanceTo, outlines, pointOf, roundedPath, smoothPath, tints } from '../src/lib/geometry';
import type { Point } from '../src/lib/types';

test('a cell is a column and a row, also beyond the ninth', () => {
  expect(pointOf('a0')).toEqual([0, 0]);
  expect(pointOf('j12')).toEqual([9, 12]);
});

describe('a path', () => {
  const corner: Point[] = [[0, 0], [2, 0], [2, 2]];

  test('is straight where there is nothing to round', () => {
    expect(roundedPath([[0, 0], [2, 2]], 0.3)).toBe('M0 0L2 2');
  });

  test('leaves a corner out by its radius, and bends over it', () => {
    expect(roundedPath(corner, 0.5)).toBe('M0 0L1.5 0Q2 0 2 0.5L2 2');
  });

  test('never cuts more than half of a piece off', () => {
    expect(roundedPath(corner, 9)).toBe('M0 0L1 0Q2 0 2 1L2 2');
  });

  test('rounds every corner when it is closed', () => {
    const square = roundedPath([[0, 0], [2, 0], [2, 2], [0, 2]], 0.5, true);
    expect(square.match(/Q/g)).toHaveLength(4);
    expect(square.endsWith('Z')).toBe(true);
  });

  test('through points passes through every one of them', () => {
    expect(smoothPath([[0, 0], [1, 1], [2, 0]])).toMatch(/^M0 0C.* 1 1C.* 2 0$/);
  });
});

describe('a track beside another', () => {
  test('keeps its distance, to the right of the way it goes', () => {
    expect(beside([[0, 0], [4, 0]], 0.5)).toEqual([[0, 0.5], [4, 0.5]]);
    expect(beside([[4, 0], [0, 0]], 0.5)).toEqual([[4, -0.5], [0, -0.5]]);
  });

  test('keeps it round a corner', () => {
    const moved = beside([[0, 0], [4, 0], [4, 4]], 0.5);
    expect(moved).toEqual([[0, 0.5], [3.5, 0.5], [3.5, 4]]);
  });
});

describe('the outlines of a district', () => {
  const corners = (grid: string[], letter: string): number[] => outlines(grid, letter, 0).map((loop) => loop.length);

  test('have only the corners that are corners', () => {
    expect(outlines(['AA'], 'A', 0)).toEqual([[[1.5, -0.5], [1.5, 0.5], [-0.5, 0.5], [-0.5, -0.5]]]);
    expect(corners(['AB', 'AA'], 'A')).toEqual([6]);
  });

  test('are one for each part of it', () => {
    expect(corners(['ABA'], 'A')).toEqual([4, 4]);
  });

  test('go round a hole too', () => {
    expect(corners(['AAA', 'ABA', 'AAA'], 'A')).toEqual([4, 4]);
  });

  test('are drawn inwards, so that neighbours leave a gap', () => {
    const [[first] = []] = outlines(['A'], 'A', 0.1);
    expect(Math.abs(first?.[0] ?? 0)).toBeCloseTo(0.4);
  });
});

test('districts that touch, even at a corner, differ in tint', () => {
  const grid = ['AABB', 'AACB', 'DDCC', 'DEEC'];
  const tint = tints(grid);
  const at = (x: number, y: number): string | undefined => grid[y]?.[x];
  for (let y = 0; y < 4; y++)
    for (let x = 0; x < 4; x++)
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [-1, 1]] as const) {
        const [here, there] = [at(x, y), at(x + dx, y + dy)];
        if (here && there && here !== there) expect(tint.get(here), here + there).not.toBe(tint.get(there));
      }
});

test('the distance to a path is that to its nearest piece, not to the line beyond its ends', () => {
  const path: Point[] = [[0, 0], [4, 0], [4, 4]];
  expect(distanceTo([2, 1], path)).toBe(1);
  expect(distanceTo([5, 2], path)).toBe(1);
  expect(distanceTo([-3, 4], path)).toBe(5);
});
