import { beforeAll, describe, expect, test } from 'vitest';

import { speak } from '../src/lib/i18n.svelte';
import type { Board, View, Where } from '../src/lib/types';
import { scenes } from '../src/table/scenes';

const where = (part: Partial<Where>): Where => ({ count: 0, needed: null, cells: [], sections: [], districts: [], ...part });
const board = {
  lines: ['green', 'pink'],
  departures: { green: 'a0', pink: 'b0' },
  joker: 'joker',
  modules: [],
  scoring: [],
} as unknown as Board;

const route = (line: string, districts: number) => ({
  rule: 'route',
  line,
  value: districts,
  how: {},
  where: { districts: where({ districts: ['A'] }), stations: where({ cells: ['a0', 'a1'], districts: ['A'] }) },
});
const tourist = { rule: 'tourist', line: null, value: 2, how: {}, where: { marks: where({ cells: ['a1'] }) } };

function seat(drawn: string[]) {
  const lines = Object.fromEntries(
    board.lines.map((line) => {
      const n = drawn.includes(line) ? 1 : 0;
      return [line, { districts: n, stations: 2 * n, bonus: 0, total: 2 * n }];
    }),
  );
  const ink = { sections: ['a0-a1'], stations: ['a0', 'a1'], ends: [], circled: [], doubled: [] };
  return {
    name: 'Ada',
    pencil: drawn.length > 1 ? 'pink' : 'green',
    pencils: board.lines,
    sheet: { lines: Object.fromEntries(drawn.map((line) => [line, ink])) },
    score: { total: 0, lines, extras: {}, items: [...drawn.map((line) => route(line, 1)), tourist] },
  };
}

const view = (part: Partial<View>, drawn: string[] = ['green']): View =>
  ({ game: 'g', phase: 'playing', me: 0, number: 10, round: 1, turn: 3, notices: [], tokens: [], seats: [seat(drawn)], ...part }) as View;

const notice = (number: number, round: number, card: string, seat = 0, why = 'nothing') => ({
  number,
  seat,
  round,
  turn: 1,
  cards: [card],
  why,
});
const told = (before: View | null, now: View): string[] => scenes(board, before, now).map(({ kind, words }) => `${kind}: ${words}`);

beforeAll(() => speak('en'));

describe('between two views', () => {
  test('a turn like any other is no scene', () => {
    expect(told(view({}), view({ number: 12, turn: 4 }))).toEqual([]);
  });

  test('each card on which nothing could be drawn is shown, in order', () => {
    const notices = [notice(8, 1, 'street/circle'), notice(12, 1, 'street/square'), notice(14, 1, 'underground/joker')];
    expect(told(view({}), view({ number: 15, turn: 6, notices }))).toEqual([
      'missed: No way to a square',
      'missed: No way to any station',
    ]);
  });

  test('what others could not draw, or a clock, is none', () => {
    const notices = [notice(12, 1, 'street/square', 1), notice(13, 1, 'street/square', 0, 'clock')];
    expect(told(view({}), view({ number: 15, notices }))).toEqual([]);
  });

  test('a round ends: its last cards, its line counted, the next pencil, and what was missed with it', () => {
    const notices = [notice(12, 1, 'street/square'), notice(15, 2, 'street/circle')];
    const now = view({ number: 16, round: 2, turn: 2, notices, seats: [{ ...seat(['green']), pencil: 'pink' }] as unknown as View['seats'] });
    expect(told(view({}), now)).toEqual([
      'missed: No way to a square',
      'counted: Districts of line 1: 1',
      'counted: Stations of line 1 in its best district: 2',
      'counted: Tourist sites: 2',
      'counted: Line 1: 1 × 2 = 2',
      'next: Round 2: you draw line 2, from the station marked 2',
      'missed: No way to a circle',
    ]);
  });

  test('a curtain takes about two seconds, however much there is to count', () => {
    const ms = scenes(board, view({}), view({ number: 16, round: 2, turn: 1 })).reduce((sum, scene) => sum + scene.ms, 0);
    expect(ms).toBeGreaterThan(1800);
    expect(ms).toBeLessThan(2400);
  });

  test('a lesson counts the line itself', () => {
    const lesson = { over: true } as View['lesson'];
    expect(told(view({}), view({ number: 16, round: 2, turn: 1, lesson })).join()).not.toContain('counted');
  });

  test('a lesson shows its learner the first station itself', () => {
    const fresh = { number: 1, turn: 1 };
    expect(told(null, view(fresh, []))).toEqual(['next: Your line 1 starts at the station marked 1']);
    expect(told(null, view({ ...fresh, lesson: { over: false } as View['lesson'] }, []))).toEqual([]);
  });

  test('the last round ends with its line, and no pencil follows', () => {
    const end = told(view({ round: 2 }, ['green', 'pink']), view({ phase: 'over', round: 2, number: 20 }, ['green', 'pink']));
    expect(end.at(-1)).toBe('counted: Line 2: 1 × 2 = 2');
    expect(told(view({ phase: 'over' }), view({ phase: 'over' }))).toEqual([]);
  });

  test('after several rounds away only the last curtain is told', () => {
    const three = { ...board, lines: ['green', 'pink', 'blue'], departures: { ...board.departures, blue: 'c0' } };
    const away = { ...seat(['green', 'pink']), pencils: three.lines, pencil: 'blue' };
    const now = view({ round: 3, number: 30, notices: [notice(12, 1, 'street/square')], seats: [away] as unknown as View['seats'] });
    const found = scenes(three, view({ seats: [{ ...seat([]), pencils: three.lines }] as unknown as View['seats'] }), now);
    expect(found.filter((scene) => scene.kind === 'missed')).toEqual([]);
    expect(new Set(found.filter((scene) => scene.kind === 'counted').map((scene) => scene.line))).toEqual(new Set(['pink']));
    expect(found.at(-1)?.line).toBe('blue');
  });

  test('a line that was never drawn is said to be none', () => {
    const now = view({ round: 2, number: 16 }, []);
    expect(told(view({}, []), now)[0]).toBe('counted: Line 1: nothing was drawn');
  });
});

describe('whoever comes', () => {
  test('at the start is shown where the line begins', () => {
    expect(told(null, view({ turn: 1 }, []))).toEqual(['next: Your line 1 starts at the station marked 1']);
    expect(told(view({ phase: 'lobby', seats: [] }), view({ turn: 1 }, []))).toHaveLength(1);
  });

  test('later is shown nothing of what was', () => {
    expect(told(null, view({ round: 2, notices: [notice(8, 2, 'street/circle')] }))).toEqual([]);
    expect(told(null, view({ phase: 'over' }))).toEqual([]);
    expect(told(null, view({ phase: 'lobby', seats: [] }))).toEqual([]);
  });

  test('to watch hears who draws', () => {
    expect(told(view({ me: null }), view({ me: null, round: 2, number: 16 })).at(-1)).toBe('next: Round 2: Ada draws line 1');
  });
});

test('the next pencil is introduced with its power and with what the round brings', () => {
  const tokens = [
    { kind: 'power', thing: 'joker', line: 'green', symbol: null, spent: false },
    { kind: 'power', thing: 'switch', line: 'pink', symbol: null, spent: false },
    { kind: 'effect', thing: 'extension', line: null, symbol: 'circle', spent: false },
  ] as View['tokens'];
  const [next] = scenes(board, null, view({ turn: 1, tokens }, []));
  expect(next?.more).toHaveLength(2);
  expect(next?.more[0]).toMatch(/^Once this round: Joker/);
  expect(next?.more[1]).toMatch(/^This round, whenever a circle is turned: Extension/);
});
