import { beforeAll, expect, test } from 'vitest';

import { speak } from '../src/lib/i18n.svelte';
import { districtName, stationName } from '../src/lib/places';
import type { Board, Sheet } from '../src/lib/types';
import { chains, inWords } from '../src/sheet/inWords';

// A square city: a corner A, the north-west B around it, E further in, the centre G, and the rest.
const grid = ['ABBCC', 'BBBCC', 'BEGCC', 'HHHII', 'HHHII'];
const at = (cell: string, symbol: string, tags: string[] = []) => ({
  cell,
  cells: [cell],
  symbols: [symbol],
  district: grid[Number(cell[1])]?.[cell.charCodeAt(0) - 97] ?? '',
  tags,
});
const section = (a: string, b: string, tags: string[] = []) => ({ name: `${a}-${b}`, a, b, path: [], tags, passes: [] });
const board = {
  columns: 5,
  rows: 5,
  grid,
  central_district: 'G',
  lines: ['red', 'teal'],
  departures: { red: 'a0', teal: 'e4' },
  stations: [at('a0', 'circle'), at('b1', 'square'), at('c0', 'square'), at('c2', 'triangle', ['tourist']), at('e0', 'circle'), at('e4', 'pentagon')],
  sections: [section('a0', 'b1'), section('b1', 'c2', ['river']), section('b1', 'c0'), section('c0', 'e0')],
} as unknown as Board;
const branched = { sections: ['a0-b1', 'b1-c2', 'b1-c0', 'c0-e0'], stations: ['a0', 'b1', 'c0', 'c2', 'e0'], ends: ['a0', 'c2', 'e0'], circled: [], doubled: [] };
const sheet = { lines: { red: branched } } as unknown as Sheet;

beforeAll(() => speak('en'));

test('a district is called by the side it lies on, the outermost a corner', () => {
  expect(['A', 'B', 'G', 'I'].map((letter) => districtName(board, letter))).toEqual(['north-west corner', 'north-west', 'centre', 'south-east']);
});

test('no two districts of one side have one name', () => {
  const names = ['A', 'B', 'C', 'E', 'G', 'H', 'I'].map((letter) => districtName(board, letter));
  expect(new Set(names).size).toBe(names.length);
});

test('a station is what the map shows; its cell is said where two show the same', () => {
  expect(stationName(board, 'e4')).toBe('pentagon, south-east');
  expect(stationName(board, 'c2')).toBe('triangle, tourist site, centre');
  expect(stationName(board, 'b1')).toBe('square b1, north-west');
});

test('a way is told from end to end, and a branch from where it leaves', () => {
  expect(chains(board, branched)).toEqual([['a0', 'b1', 'c2'], ['b1', 'c0', 'e0']]);
});

test('the whole sheet: ways, ends, what is under the river, districts with and without a line', () => {
  const { lines, districts } = inWords(board, sheet);
  expect(lines[0]).toMatch(/^line 1, red, 5 stations: circle, north-west corner; square b1, north-west; /);
  expect(lines[1]).toMatch(/^A branch: square b1, north-west; /);
  expect(lines[2]).toMatch(/^It ends at circle, north-west corner, /);
  expect(lines).toContain('line 2, teal: not drawn yet. It departs from pentagon, south-east.');
  expect(lines.at(-1)).toBe('line 1, red: 1 section under the river');
  expect(districts[0]).toBe('north-west corner: line 1, red at circle');
  expect(districts.at(-1)).toBe('No line yet in: south-east.');
});
