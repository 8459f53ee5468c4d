import { expect, test } from 'vitest';

import { PATTERNS, patternOf } from '../src/lib/ink';
import type { Board, Sheet } from '../src/lib/types';
import { labels, tracks } from '../src/sheet/tracks';

const cells = ['a0', 'b0', 'c0', 'd0', 'e0', 'f0', 'g0', 'h0', 'i0'];
const between = cells.slice(1).map((cell, i) => [cells[i] as string, cell] as const);
const board = {
  lines: ['red', 'teal'],
  sections: between.map(([a, b], i) => ({ name: `${a}-${b}`, a, b, path: [[i, 0], [i + 1, 0]], tags: [], passes: [] })),
} as unknown as Board;
const drawn = (ends: string[], count: number): Sheet =>
  ({ lines: { red: { sections: between.slice(0, count).map((two) => two.join('-')), ends } } }) as unknown as Sheet;
const numbered = (sheet: Sheet) => labels(sheet, tracks(board, sheet)).map(({ at }) => at[0]);

test('a line bears its number by each end, and along the way', () => {
  const places = numbered(drawn(['a0', 'i0'], 8));
  expect(places).toEqual(expect.arrayContaining([0.5, 7.5]));
  expect(places.length).toBe(3);
});

test('a line of one section bears it once', () => {
  expect(numbered(drawn(['a0', 'b0'], 1))).toEqual([0.5]);
});

test('two ends that are near each other need one number each at most', () => {
  expect(numbered(drawn(['a0', 'c0'], 2))).toEqual([0.5]);
});

test('no two lines of a board bear one pattern', () => {
  const four = { lines: ['a', 'b', 'c', 'd'] } as Board;
  expect(new Set(four.lines.map((line) => patternOf(four, line))).size).toBe(PATTERNS.length);
});
