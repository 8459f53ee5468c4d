import { beforeAll, describe, expect, test } from 'vitest';

import { speak } from '../src/lib/i18n.svelte';
import type { Board, View } from '../src/lib/types';
import { reached } from '../src/table/reached';
import { headline, wasClose } from '../src/table/result';

const board = {
  modules: [{ id: 'objectives', figures: { objectives: { all: { predicate: 'every-district' } } } }],
} as unknown as Board;
const item = (rule: string, value: number, line: string | null = null) => ({ rule, line, value, how: { objective: 'all' }, where: {} });
const ITEMS = [item('route', 4, 'green'), item('monument', 0, 'green'), item('tourist', 1), item('stamps', 0), item('objectives', 0), item('loop', -24)];
const sheet = (...stations: string[]) => ({ lines: { green: { stations } } });
const gate = { kind: 'bonus', thing: 'double-district', cell: 'c0' };

/** A turn in which the line goes on from a0, b0. */
const turn = (to: string, now: typeof ITEMS, actions = ['b0-c0']): View =>
  ({
    me: 0,
    tokens: [gate, { ...gate, thing: 'switch', cell: 'a0' }],
    seats: [{ pencil: 'green', sheet: sheet('a0', 'b0'), score: { items: ITEMS } }],
    answer: { actions, sheet: sheet('a0', 'b0', to), score: { items: now } },
  }) as unknown as View;
const grown = (rule: string, value: number) => ITEMS.map((one) => (one.rule === rule ? { ...one, value } : one));

beforeAll(() => speak('en'));

describe('what a turn reaches', () => {
  test.each([
    ['a gate, once its station is new', turn('c0', ITEMS), ['City gate: Double district']],
    ['no gate that was reached before', turn('d0', ITEMS), []],
    ['a monument', turn('d0', grown('monument', 2)), ['Monuments: +2']],
    ['a tourist site, by what it adds', turn('d0', grown('tourist', 3)), ['Tourist sites: +2']],
    ['a stamp', turn('d0', grown('stamps', 5)), ['Stamps: +5']],
    ['an objective', turn('d0', grown('objectives', 10)), ['A station in every district: +10']],
    ['a station of the loop', turn('d0', grown('loop', -22)), ['Loop: +2']],
    ['not the route itself, it is in the pad', turn('d0', grown('route', 8)), []],
    ['nothing before something is drawn', turn('c0', grown('stamps', 5), []), []],
  ])('%s', (_, view, words) => {
    expect(reached(board, view)).toEqual(words);
  });

  test('whoever watches, or waits, has reached nothing', () => {
    expect(reached(board, { ...turn('c0', ITEMS), me: null })).toEqual([]);
    expect(reached(board, { ...turn('c0', ITEMS), answer: null })).toEqual([]);
  });
});

describe('the end', () => {
  const over = (totals: number[], winners: number[], me: number | null = 0): View =>
    ({
      me,
      seats: totals.map((total, i) => ({ name: ['Ada', 'Ben', 'Cleo'][i], score: { total } })),
      result: { winners, solo: null },
    }) as unknown as View;

  test.each([
    [over([126, 115], [0]), 'You win, 126 to 115'],
    [over([115, 126], [1]), 'Ben wins, 126 to 115'],
    [over([126, 115], [0], null), 'Ada wins, 126 to 115'],
    [over([126, 115, 90], [0]), 'You win with 126 points'],
    [over([90, -3, -4], [0], 1), 'Ada wins with 90 points'],
    [over([90, 90, 80], [0, 1]), 'Ada and Ben share the victory with 90 points'],
    [over([-2, -5], [0]), 'You win, −2 to −5'],
  ])('says who won and with how many points', (view, words) => {
    expect(headline(view)).toBe(words);
  });

  test('equal totals that did not share are explained', () => {
    expect(wasClose(over([90, 90], [0]))).toBe(true);
    expect(wasClose(over([90, 90], [0, 1]))).toBe(false);
    expect(wasClose(over([90, 80], [0]))).toBe(false);
  });
});
