import { expect, test } from 'vitest';

import { homography, mapped, matrix3d } from '../src/editor/homography';
import type { Point } from '../src/lib/types';

const slanted: Point[] = [[110, 95], [905, 140], [1010, 1310], [60, 1240]]; // the corners of a map in a photograph
const cells: Point[] = [[-0.5, -0.5], [9.5, -0.5], [9.5, 9.5], [-0.5, 9.5]];

test('four corners go to four cells, and back', () => {
  const there = homography(slanted, cells) ?? [];
  const back = homography(cells, slanted) ?? [];
  slanted.forEach((corner, i) => mapped(there, corner).forEach((at, axis) => expect(at).toBeCloseTo((cells[i] as Point)[axis] as number)));
  const inside: Point = [420, 700];
  mapped(back, mapped(there, inside)).forEach((at, axis) => expect(at).toBeCloseTo(inside[axis] as number));
});

test('what was straight stays straight', () => {
  const h = homography(slanted, cells) ?? [];
  const [[a, b], [c, d], [e, f]] = [0, 0.3, 1].map((share) => mapped(h, [110 + share * 795, 95 + share * 45])) as [Point, Point, Point];
  expect((c - a) * (f - b) - (d - b) * (e - a)).toBeCloseTo(0);
});

test('three corners on one line lead nowhere', () => expect(homography([[0, 0], [1, 1], [2, 2], [0, 5]], cells)).toBeNull());

test('CSS has it by columns', () => expect(matrix3d([1, 2, 3, 4, 5, 6, 7, 8])).toBe('matrix3d(1,4,0,7,2,5,0,8,0,0,1,0,3,6,0,1)'));
