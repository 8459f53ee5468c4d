import { describe, expect, test } from 'vitest';

import { beyond, dragged, gripped, spots, tapped, type Spot } from '../src/sheet/options';
import type { Board, Cell, Option, Point, Section } from '../src/lib/types';

// A cross of stations around d4, a platform of two cells at g3 and g4, and two ways to f4.
const station = (...cells: Cell[]) => ({ cell: cells[0], cells, symbols: ['circle'], district: 'A', tags: [] });
const section = (a: Cell, b: Cell, ...path: [number, number][]) => ({ name: `${a}-${b}`, a, b, path, tags: [], passes: [] });
const BOARD = {
  stations: [station('d4'), station('d1'), station('f4'), station('b4'), station('d7'), station('g3', 'g4')],
  sections: [
    section('d4', 'd1', [3, 4], [3, 1]),
    section('d4', 'f4', [3, 4], [5, 4]),
    section('d7', 'f4', [3, 7], [5, 5], [5, 4]),
    section('d4', 'b4', [3, 4], [1, 4]),
    section('d4', 'g4', [3, 4], [4, 5], [6, 4]),
  ],
} as unknown as Board;

const draw = (from: Cell, to: Cell, name = `${from}-${to}`, target = to): Option => ({
  do: `${from}-${to}`,
  section: name,
  start: from,
  target,
  line: 3,
  total: 9,
});
const plain = (what: string): Option => ({ do: what, section: null, start: null, target: null, line: null, total: null });
const OPTIONS = [
  draw('d4', 'd1'),
  draw('d4', 'f4'),
  draw('d7', 'f4'),
  draw('d4', 'b4'),
  draw('d4', 'g4', 'd4-g4', 'g3'),
  plain('circle d4'),
  plain('use joker'),
  plain('done'),
];
const ALL = spots(BOARD, OPTIONS, false);
const names = (found: readonly Spot[]): string[] => found.map((spot) => spot.option.do);

describe('the spots of a turn', () => {
  test('are its sections; what is no place on the sheet has none', () => {
    expect(names(ALL)).toEqual(['d4-d1', 'd4-f4', 'd7-f4', 'd4-b4', 'd4-g4']);
  });

  test('or its circles, when one circles', () => {
    expect(names(spots(BOARD, OPTIONS, true))).toEqual(['circle d4']);
  });

  test('stand where the section ends, and know the whole platform', () => {
    const platform = ALL[4];
    expect(platform?.at).toEqual([6, 4]);
    expect(platform?.cells).toEqual(['g3', 'g4']);
    expect(platform?.section?.path).toHaveLength(3);
  });
});

describe('a tap', () => {
  test('means the nearest station, also when it missed a little', () => {
    expect(names(tapped(ALL, [3.6, 0.5]))).toEqual(['d4-d1']);
  });

  test('means nothing far from everything', () => {
    expect(tapped(ALL, [9, 9])).toEqual([]);
    expect(tapped([], [3, 1])).toEqual([]);
  });

  test('on a station with two ways to it means both', () => {
    expect(names(tapped(ALL, [5, 4.1]))).toEqual(['d4-f4', 'd7-f4']);
  });

  test('on one of two ways, before the station, means that one', () => {
    expect(names(tapped(ALL, [4.3, 4]))).toEqual(['d4-f4']);
    expect(names(tapped(ALL, [5, 4.8]))).toEqual(['d7-f4']);
  });
});

describe('a drag', () => {
  test('takes hold of an end that is near the finger', () => {
    expect(gripped(ALL, [3.3, 4.3])).toEqual([3, 4]);
    expect(gripped(ALL, [4, 5])).toBeNull();
  });

  test('goes where it points, from the end that was taken', () => {
    expect(dragged(ALL, [3, 4], [3.1, 2])?.option.do).toBe('d4-d1');
    expect(dragged(ALL, [3, 4], [1.6, 4.2])?.option.do).toBe('d4-b4');
    expect(dragged(ALL, [3, 7], [4.8, 4.6])?.option.do).toBe('d7-f4');
  });

  test('stops at the nearer of two stations on one straight', () => {
    const further: Spot = { ...(ALL[3] as Spot), option: draw('d4', 'a4'), at: [0, 4] };
    const way = { ...(further.section as Section), path: [[3, 4], [0, 4]] as Point[] };
    const both = [{ ...further, section: way }, ...ALL];
    expect(dragged(both, [3, 4], [1.3, 4])?.option.do).toBe('d4-b4');
    expect(dragged(both, [3, 4], [0.3, 4])?.option.do).toBe('d4-a4');
  });

  test('goes nowhere when it points at nothing', () => {
    expect(dragged(ALL, [3, 4], [0, 9])).toBeNull();
  });
});

describe('an arrow key', () => {
  const from = (what: string): Spot => ALL.find((spot) => spot.option.do === what) as Spot;

  test.each([
    ['d4-f4', 'ArrowLeft', 'd4-b4'],
    ['d4-f4', 'ArrowRight', 'd4-g4'],
    ['d4-f4', 'ArrowUp', 'd4-d1'],
    ['d4-d1', 'ArrowDown', 'd4-f4'],
    ['d4-b4', 'ArrowRight', 'd4-f4'],
  ])('from %s, %s, leads to %s', (here, key, there) => {
    expect(beyond(ALL, from(here).at, key)?.option.do).toBe(there);
  });

  test('stays where nothing lies in its direction', () => {
    expect(beyond(ALL, from('d4-d1').at, 'ArrowUp')).toBeNull();
    expect(beyond(ALL, from('d4-b4').at, 'ArrowLeft')).toBeNull();
    expect(beyond(ALL, from('d4-b4').at, 'Enter')).toBeNull();
  });
});
