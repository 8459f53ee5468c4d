import { describe, expect, test } from 'vitest';

import { signed } from '../src/lib/numbers';
import type { Board, Score, Where } from '../src/lib/types';
import { counted, extraSays, formula, kindNumbers, lineNumber, numbered, totalSays } from '../src/sheet/counted';
import { clearance, stampsOf } from '../src/sheet/stamps';

const board = { lines: ['green', 'pink'], modules: [], scoring: [], rows: 10 } as unknown as Board;
const where = (part: Partial<Where>): Where => ({ count: 0, needed: null, cells: [], sections: [], districts: [], ...part });
const score = {
  total: 11,
  lines: {
    green: { districts: 3, stations: 3, bonus: 2, total: 11 },
    pink: { districts: 0, stations: 0, bonus: 0, total: 0 },
  },
  extras: {},
  items: [
    {
      rule: 'route',
      line: 'green',
      value: 9,
      how: {},
      where: {
        districts: where({ districts: ['A', 'A', 'B'] }),
        stations: where({ cells: ['a1', 'b1', 'b1'], districts: ['B'] }),
      },
    },
    { rule: 'river', line: 'green', value: 2, how: {}, where: { sections: where({ sections: ['a1-b1'] }) } },
    { rule: 'interchanges', line: null, value: 7, how: { '2': 1, '3': 1 }, where: { '2': where({ cells: ['a0'] }), '3': where({ cells: ['b1'] }) } },
    { rule: 'objectives', line: null, value: 0, how: { objective: 'x' }, where: { objective: where({ count: 5, needed: 6 }) } },
    { rule: 'loop', line: null, value: -7, how: {}, where: { stations: where({ cells: ['c1'] }) } },
  ],
} as unknown as Score;

test('what counts twice has two numbers', () => {
  expect(numbered(['a', 'b', 'b', 'c'])).toEqual([
    { at: 'a', text: '1' },
    { at: 'b', text: '2 3' },
    { at: 'c', text: '4' },
  ]);
});

describe('a number shown on the map', () => {
  const show = (id: string) => counted(board, score, id);

  test('of districts lights each once, a doubled one with two numbers', () => {
    expect(show(lineNumber('green', 'districts'))?.districts).toEqual([
      { at: 'A', text: '1 2' },
      { at: 'B', text: '3' },
    ]);
  });

  test('of stations lights their district and numbers them', () => {
    const shown = show(lineNumber('green', 'stations'));
    expect(shown?.districts).toEqual([{ at: 'B', text: '' }]);
    expect(shown?.cells.map((cell) => cell.text)).toEqual(['1', '2 3']);
  });

  test('of the bonus has its sections, of the whole line everything', () => {
    expect(show(lineNumber('green', 'bonus'))?.sections).toEqual(['a1-b1']);
    const all = show(lineNumber('green', 'total'));
    expect([all?.sections.length, all?.districts.length, all?.cells.length]).toEqual([1, 2, 2]);
    expect(all?.says).toContain('3 × 3 + 2 = 11');
  });

  test('of interchanges says on how many lines each is', () => {
    expect(show('extra 0')?.cells).toEqual([
      { at: 'a0', text: '2' },
      { at: 'b1', text: '3' },
    ]);
  });

  test('of one kind of interchanges shows only those', () => {
    expect(kindNumbers(score.items.filter((item) => item.line === null)[0]!, 0)).toContain('extra 0 3');
    expect(show('extra 0 3')?.cells).toEqual([{ at: 'b1', text: '3' }]);
    expect(show('extra 0 3')?.says).toContain('Stations on 3 lines: 1 × ');
  });

  test('has its words below where a station of the upper row is shown', () => {
    expect([show('extra 0')?.low, show('extra 2')?.low]).toEqual([true, false]);
  });

  test('that the sheet does not have is nothing', () => {
    expect([show('extra 9'), show('districts brown')]).toEqual([null, null]);
  });
});

test('sums are written with signs as on paper', () => {
  expect(signed(-24)).toBe('−24');
  expect(formula(score, 'green')).toBe('3 × 3 + 2 = 11');
  expect(totalSays(board, score)).toContain('11 + 0 + 7 + 0 − 7 = 11');
});

test('an objective tells how far it has come', () => {
  expect(extraSays(board, score.items[3]!)).toContain('5 of 6');
});

test('a stamp lies in its district, clear of stations and sections', () => {
  const city = {
    grid: ['AAB', 'AAB', 'CCC'],
    columns: 3,
    rows: 3,
    stations: [{ cells: ['a0'] }, { cells: ['b1'] }, { cells: ['c0'] }],
    sections: [{ path: [[0, 0], [1, 1]] }, { path: [[0, 0], [2, 0]] }],
    scoring: [{ rule: 'stamps', figures: { values: { A: 10, B: 5 } } }],
  } as unknown as Board;
  for (const { letter, at } of stampsOf(city)) {
    expect(city.grid[Math.round(at[1])]?.[Math.round(at[0])]).toBe(letter);
    expect(clearance(city, at)).toBeGreaterThan(0.2);
  }
});
