import { describe, expect, test } from 'vitest';

import type { Board, Cell, Option, Point } from '../src/lib/types';
import { meant, stations } from '../src/sheet/meant';
import { side, spots, type Spot } from '../src/sheet/options';

// b1 and c1 are neighbours, e1 and b4 lie further off; a platform lies over f4, g4, f5 and g5.
const station = (...cells: Cell[]) => ({ cell: cells[0], cells, symbols: ['circle'], district: 'A', tags: [] });
const section = (a: Cell, b: Cell, ...path: Point[]) => ({ name: `${a}-${b}`, a, b, path, tags: [], passes: [] });
const BOARD = {
  stations: [station('b1'), station('c1'), station('e1'), station('b4'), station('f4', 'g4', 'f5', 'g5')],
  sections: [
    section('b1', 'c1', [1, 1], [2, 1]),
    section('c1', 'e1', [2, 1], [4, 1]),
    section('b1', 'b4', [1, 1], [1, 4]),
    section('b4', 'f4', [1, 4], [5, 4]),
  ],
} as unknown as Board;

const option = (from: Cell, to: Cell): Option => ({
  do: `${from}-${to}`,
  section: `${from}-${to}`,
  start: from,
  target: to,
  line: 3,
  total: 9,
});
const LIT = spots(BOARD, [option('b1', 'c1')], false);
const OTHERS = spots(BOARD, [option('b1', 'b4')], false, true);

const at = (point: Point, lit: Spot[] = LIT, others: Spot[] = OTHERS): string => {
  const found = meant(BOARD, lit, others, point);
  if (!found) return '';
  return found.place?.about ?? found.spots?.map((spot) => `${spot.instead ? 'instead ' : ''}${spot.option.do}`).join() ?? '';
};

describe('a tap', () => {
  test.each<[string, Point, string]>([
    ['on a lit station draws', [2, 1], 'b1-c1'],
    ['a little beside it, too', [2.4, 1.5], 'b1-c1'],
    ['between two neighbours means the lit one', [1.5, 1], 'b1-c1'],
    ['on the neighbour that is not lit asks about it', [1.05, 1], 'b1'],
    ['on any other station asks about it', [4, 1], 'e1'],
    ['beside it, too', [4.3, 0.5], 'e1'],
    ['on what could be drawn instead draws it instead', [1, 4], 'instead b1-b4'],
    ['on the way there, too', [1, 2.5], 'instead b1-b4'],
    ['on a section asks about it', [3, 4], 'b4-f4'],
    ['on a section near a lit station, but away from it, asks about it', [2.8, 1.05], 'c1-e1'],
    ['in the middle of a platform asks about the platform', [5.5, 4.5], 'f4'],
    ['far from everything means nothing', [3, 7], ''],
  ])('%s', (_, point, wanted) => {
    expect(at(point)).toBe(wanted);
  });

  test('without anything lit always asks', () => {
    expect(at([2, 1], [], [])).toBe('c1');
    expect(at([1, 4], [], [])).toBe('b4');
  });
});

test('every station can be asked about by key', () => {
  expect(stations(BOARD).map(({ about }) => about)).toEqual(['b1', 'c1', 'e1', 'b4', 'f4']);
});

describe('a way comes', () => {
  const from = (path: Point[], at: Point): string =>
    side({ ...(LIT[0] as Spot), at, start: path[0] as Point, section: { ...BOARD.sections[0]!, path } });

  test.each<[Point[], Point, string]>([
    [[[1, 1], [4, 1]], [4, 1], 'left'],
    [[[1, 1], [4, 4]], [4, 4], 'above-left'],
    [[[1, 1], [4, 4]], [1, 1], 'below-right'],
    [[[1, 1], [1, 4]], [1, 4], 'above'],
    [[[2, 2], [7, 2], [7, 4]], [7, 4], 'above'], // round a bend: from where it arrives
  ])('along %j to %j from %s', (path, target, wanted) => {
    expect(from(path, target)).toBe(wanted);
  });
});
