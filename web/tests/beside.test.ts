import { expect, test } from 'vitest';

import type { Point } from '../src/lib/types';
import { beside } from '../src/sheet/beside';

const sheet: [Point, Point] = [[0, 0], [10, 10]];
const about = ([x, y]: Point, size: Point = [4, 2]) => ({ size, sheet, above: y - 1, below: y + 1, at: [x, y] as Point });

test('a bubble stands as near as can be, above or below', () => {
  const { left, top } = beside(about([5, 2]), []);
  expect([left, top]).toEqual([3, 3]);
});

test('it never leaves the sheet', () => {
  expect(beside(about([0, 0]), [])).toEqual({ left: 0, top: 1 });
  expect(beside(about([10, 10]), [])).toEqual({ left: 6, top: 7 });
});

test('it goes to the other side, or aside, from what is lit', () => {
  const lit: Point[] = [[4, 7], [5, 7], [6, 7]];
  expect(beside(about([5, 5]), lit).top).toBe(2);
  const both: Point[] = [[5, 7], [5, 3]];
  const { left, top } = beside(about([5, 5]), both);
  expect(both.some(([x, y]) => x > left && x < left + 4 && y > top && y < top + 2)).toBe(false);
});

test('where all is lit it covers the least', () => {
  const lit: Point[] = [[1, 8], [3, 8], [5, 8], [7, 8], [9, 8], [5, 2]];
  expect(beside(about([5, 5], [10, 3.5]), lit).top).toBeLessThan(5);
});
