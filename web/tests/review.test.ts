// The review: figures that add up, turns worth looking at, and the reasons in words.

import { describe, expect, test } from 'vitest';
import type { Board, Reply, Review, SeatReview, Sheet, TurnReview, View, WhatIf } from '../src/lib/types';
import { alike, marked, reached } from '../src/review/drawn';
import { better, figures, gain, parts, points } from '../src/review/figures';
import { addressOf, kept, margin, mattered, mistakeFrom, placeIn, playedHere, swings, wentWell } from '../src/review/moments';
import { deducted, notesOf } from '../src/review/notes';
import { reason } from '../src/review/reasons';

/** The same numbers in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

const reply = (value: number, played = false): Reply => ({ do: [], value, points: 0, rules: {}, played });

const turn = (changes: Partial<TurnReview>): TurnReview => ({
  round: 1,
  turn: 1,
  pencil: 'red',
  cards: [],
  opened: [],
  played: ['a1-a2'],
  best: ['a1-a2'],
  worth: 0,
  luck: 0,
  opening_luck: 0,
  lost: 0,
  drift: 0,
  after: 0,
  choice: true,
  as_good: true,
  points: 0,
  difference: {},
  count: 2,
  replies: [],
  next_up: null,
  ...changes,
});

const seatOf = (turns: TurnReview[], score = 0): SeatReview => ({
  seat: 0,
  score,
  par: turns[0]?.worth ?? 0,
  luck: 0,
  lost: 0,
  drift: 0,
  decisions: 0,
  lost_a_decision: 0,
  level: null,
  next_level: null,
  mistakes: [],
  turns,
});

/** A game of any figures whose sums come out, as the server's do. */
function game(seed: number, count = 37): SeatReview {
  const roll = dice(seed);
  let worth = 100 + roll() * 100;
  const turns = Array.from({ length: count }, (_, i) => {
    const [luck, lost] = [roll() * 8 - 4, roll() < 0.4 ? 0 : roll() * 3];
    const last = i === count - 1;
    const after = last ? Math.round(worth) : worth + luck - lost + roll() - 0.5;
    const found = turn({ turn: i + 1, worth, luck, lost, after, drift: after - worth - luck + lost });
    worth = after;
    return found;
  });
  return seatOf(turns, worth);
}

describe('what is shown', () => {
  test('adds up in every turn and in the whole, to the tenth', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const seat = game(seed);
      const shown = figures(seat);
      expect(shown.par + shown.luck - shown.lost + shown.drift).toBe(shown.score);
      expect(shown.score).toBe(seat.score * 10);
      let worth = shown.par;
      for (const one of shown.turns) {
        expect(one.worth).toBe(worth);
        expect(one.worth + one.luck - one.lost + one.drift).toBe(one.after);
        worth = one.after;
      }
      expect(worth).toBe(shown.score);
      const sum = (name: 'luck' | 'lost' | 'drift') => shown.turns.reduce((total, one) => total + one[name], 0);
      expect([sum('luck'), sum('lost'), sum('drift')]).toEqual([shown.luck, shown.lost, shown.drift]);
    }
  });

  test('is nowhere far from what was found, and what is nothing stays nothing', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const seat = game(seed);
      figures(seat).turns.forEach((one, i) => {
        const found = seat.turns[i]!;
        expect(Math.abs(one.luck / 10 - found.luck)).toBeLessThanOrEqual(0.1 + 1e-9);
        expect(Math.abs(one.lost / 10 - found.lost)).toBeLessThanOrEqual(0.1 + 1e-9);
        expect(Math.abs(one.worth / 10 - found.worth)).toBeLessThanOrEqual(0.05 + 1e-9);
        expect(Math.abs(one.drift / 10 - found.drift)).toBeLessThanOrEqual(0.3 + 1e-9);
        if (!found.lost) expect(one.lost).toBe(0);
        expect(one.lost).toBeGreaterThanOrEqual(0);
      });
    }
  });

  test('the parts of a loss add up to it', () => {
    const found = turn({ lost: 5.06, difference: { route: -1, river: 2, to_come: 4.06 } });
    expect(parts(found, 51)).toEqual([
      { rule: 'route', by: -10 },
      { rule: 'river', by: 20 },
      { rule: 'to_come', by: 41 },
    ]);
  });

  test('whoever finds the best finds as much as is shown as lost, and others so much less', () => {
    expect([better({ lost: 4.46 }, 4.46, 45), better({ lost: 5.56 }, 2.88, 55), better({ lost: 3 }, 0.04, 30)]).toEqual([45, 28, 0]);
  });

  test('is printed to a tenth, with a minus', () => {
    expect([points(1579), points(-4), gain(31), gain(-31), gain(0)]).toEqual(['157.9', '−0.4', '+3.1', '−3.1', '0.0']);
  });
});

describe('turns worth looking at', () => {
  const best = (by: number) => turn({ replies: [reply(by, true), reply(0)] });

  test('went well where the best was found and the next is clearly worse', () => {
    const turns = [best(1), best(5), best(3), best(9), turn({ replies: [reply(9), reply(0, true)] }), best(4)];
    expect(wentWell(seatOf(turns), 1).map(margin)).toEqual([9, 5, 4]);
    expect(wentWell(seatOf([turn({ choice: false, replies: [reply(9, true)] })]), 1)).toEqual([]);
  });

  test('what the next level up does better comes before what only the best bot sees', () => {
    const lost = (by: number, up = false) =>
      turn({ lost: by, as_good: false, next_up: up ? { level: 'hard', do: [], better: by } : null });
    expect(mattered(seatOf([lost(9), lost(2, true), lost(8), lost(3, true)])).map((one) => one.lost)).toEqual([3, 2, 9]);
    expect(mattered(seatOf([1, 2, 3, 4, 5, 6, 7].map((by) => lost(by)))).map((one) => one.lost)).toEqual([7, 6, 5, 4, 3]);
    expect(mattered(seatOf([turn({ lost: 0.4 })]))).toEqual([]);
  });

  test('the next mistake, either way', () => {
    const turns = [true, false, true, true, false].map((as_good) => turn({ as_good }));
    expect([mistakeFrom(turns, 0, 1), mistakeFrom(turns, 1, 1), mistakeFrom(turns, 4, 1)]).toEqual([1, 4, -1]);
    expect([mistakeFrom(turns, 4, -1), mistakeFrom(turns, 1, -1)]).toEqual([1, -1]);
  });

  test('filters', () => {
    const next_up = { level: 'hard', do: [], better: 2 };
    const turns = [turn({ choice: false }), turn({}), turn({ as_good: false }), turn({ as_good: false, next_up })];
    const counts = (['all', 'decisions', 'mistakes', 'next-up'] as const).map((filter) => turns.filter((one) => kept(one, filter)).length);
    expect(counts).toEqual([4, 3, 2, 1]);
  });

  test('a game that went on from another is charged with its own turns alone, and adds up', () => {
    const whole = game(7);
    const turns = whole.turns.map((one, i) => ({ ...one, round: 1 + Math.floor(i / 10), turn: 1 + (i % 10) }));
    const from = { round: 2, turn: 4 } as WhatIf;
    const here = playedHere({ ...whole, turns }, from);
    expect(here.turns.map(({ round, turn }) => 10 * round + turn)).toEqual(
      turns.slice(13).map(({ round, turn }) => 10 * round + turn),
    );
    expect(here.turns[0]).toMatchObject({ round: 2, turn: 4 });
    const shown = figures(here);
    expect(shown.par + shown.luck - shown.lost + shown.drift).toBe(shown.score);
    expect(shown.score).toBe(whole.score * 10);
    expect(playedHere(whole, null)).toBe(whole);
  });

  test('what has to be known of the sum is said beside it', () => {
    const alone = { modules: ['powers', 'objectives'], what_if: null, result: { winners: [0], solo: { score: 139, rating: 3, penalty: 20 } } };
    const view = alone as unknown as View;
    const said = 'Before the deduction: alone, 2 modules cost 20 points, so the result is 139.';
    expect(deducted(view)).toBe(said);
    const learned = { by: 'learned', depth: 2 } as Review;
    expect(notesOf(learned, view)).toEqual([said]);
    expect(notesOf({ ...learned, by: 'score' }, view)).toEqual([said, 'Nothing was learned for this board: it is judged by the score alone, 2 cards ahead.']);
    const on = { ...view, what_if: { round: 2, turn: 4 } } as View;
    expect(notesOf(learned, on)).toEqual(['Reviewed is what was played here, from round 2, turn 4 on: par is what was expected there.']);
    expect(notesOf(learned, { ...view, result: null } as View)).toEqual([]);
  });

  test('each has an address', () => {
    expect(placeIn('2.5')).toEqual({ place: '2.5', seat: null });
    expect(placeIn(addressOf('game', '2.10', 2).split('#')[1] ?? '')).toEqual({ place: '2.10', seat: 2 });
    expect(placeIn('')).toEqual({ place: '', seat: null });
  });

  test('where seats parted', () => {
    expect(swings([[100, 99, 90], [100, 101, 101], [100, 99, 90]], 0)).toEqual([{ seat: 1, at: 1, by: -9 }]);
    const unlike = (_: number, at: number): boolean => at === 0; // in the second turn both drew the same
    expect(swings([[100, 99, 90], [100, 101, 101]], 0, unlike)).toEqual([{ seat: 1, at: 0, by: -2 }]);
  });

  test('two replies are alike in whatever words', () => {
    expect(alike(['a1-b1', 'circle a1'], ['circle a1', 'b1-a1'])).toBe(true);
    expect(alike(['a1-b1'], ['a1-b2'])).toBe(false);
    expect(alike([], ['a1-b2'])).toBe(false);
  });
});

test('the reason is chosen by what is gained at once and what later', () => {
  const said = (now: number, later: number) =>
    reason([...(now ? [{ rule: 'route', by: now }] : []), ...(later ? [{ rule: 'to_come', by: later }] : [])]);
  expect(said(40, 11)).toBe('4 more at once (districts × stations), and 1.1 more later.');
  expect(said(40, -11)).toBe('4 more at once (districts × stations), for 1.1 less later.');
  expect(said(40, 0)).toBe('4 more at once (districts × stations).');
  expect(said(-20, 51)).toBe('2 less at once (districts × stations), but it keeps more open: worth 5.1 more later.');
  expect(said(0, 31)).toBe('As much at once, but it keeps more open: worth 3.1 more later.');
});

test('games played on say which rule the rest is from', () => {
  const parts = (later: number) => [{ rule: 'route', by: 40 }, ...(later ? [{ rule: 'to_come', by: later }] : [])];
  const later = (mean: number) => ({ games: 100, most: { rule: 'route', mean, se: 0.44 } });
  const now = '4 more at once (districts × stations)';
  expect(reason(parts(11), later(2.36))).toBe(
    `${now}, and 1.1 more later. Above all: districts × stations, 2.4 ± 0.4 more in 100 games played on.`,
  );
  expect(reason(parts(-11), later(-2.36))).toBe(
    `${now}, for 1.1 less later. Above all: districts × stations, 2.4 ± 0.4 less in 100 games played on.`,
  );
  expect(reason(parts(11), { games: 100, most: null })).toBe(`${now}, and 1.1 more later.`);
  expect(reason(parts(0), later(2.36))).toBe(`${now}.`);
});

test('what a reply draws and reaches', () => {
  const station = (cell: string, district: string) => ({ cell, cells: [cell], symbols: [], district, tags: [] });
  const section = (a: string, b: string) => ({ name: `${a}-${b}`, a, b, path: [], tags: [], passes: [] });
  const board = {
    stations: [station('a1', 'A'), station('b1', 'A'), station('c1', 'B')],
    sections: [section('a1', 'b1'), section('b1', 'c1')],
  } as unknown as Board;
  const line = (stations: string[]) => ({ sections: [], stations, ends: [], circled: [], doubled: [] });
  const sheet: Sheet = { lines: { red: line(['a1']), blue: line(['c1']) } };
  expect(marked(board, ['use joker', 'b1-a1', 'circle c1'])).toEqual({ sections: [board.sections[0]], circles: [[2, 1]] });
  expect(reached(board, sheet, 'red', ['a1-b1'])).toEqual({ districts: 0, meets: 0 });
  expect(reached(board, sheet, 'red', ['a1-b1', 'b1-c1'])).toEqual({ districts: 1, meets: 1 });
});
