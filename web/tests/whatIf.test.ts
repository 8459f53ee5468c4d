// A game beside the one that it plays on from: what stood there, and how that is said.

import { expect, test } from 'vitest';
import type { Step, WhatIf } from '../src/lib/types';
import { partedAt, race, stoodAt } from '../src/table/whatIf';

const step = (event: string, round: number, turn: number, seat: number | null, totals: number[]): Step =>
  ({ event, round, turn, seat, scores: totals.map((total) => ({ total })) }) as unknown as Step;

const STEPS = [
  step('start', 1, 0, null, [0, -5]),
  step('flip', 1, 1, null, [0, -5]),
  step('turn', 1, 1, 0, [4, -5]),
  step('turn', 1, 1, 1, [4, 2]),
  step('flip', 1, 2, null, [4, 2]),
  step('turn', 1, 2, 1, [4, 3]),
  step('turn', 1, 2, 0, [9, 3]),
  step('flip', 2, 1, null, [9, 3]),
  step('turn', 2, 1, 1, [9, 8]),
];

test('what stood there before a turn is of that seat, and of the end of a round that was over by then', () => {
  expect([stoodAt(STEPS, 0, 1, 1), stoodAt(STEPS, 1, 1, 1)]).toEqual([0, -5]);
  expect([stoodAt(STEPS, 0, 1, 2), stoodAt(STEPS, 1, 1, 2)]).toEqual([4, 2]);
  expect([stoodAt(STEPS, 0, 1, 7), stoodAt(STEPS, 1, 1, 7)]).toEqual([9, 3]);
  expect([stoodAt(STEPS, 1, 2, 1), stoodAt(STEPS, 1, 3, 1)]).toEqual([3, 8]);
});

test('both scores in a sentence', () => {
  expect(race(5, 5)).toBe('Before this turn as many points as in that game');
  expect(race(6, 5)).toBe('Before this turn 1 point more than in that game');
  expect(race(3, 5)).toBe('Before this turn 2 points less than in that game');
});

test('where they parted', () => {
  expect(partedAt(STEPS, { round: 2, turn: 1 } as WhatIf)).toBe(7);
  expect(partedAt(STEPS, { round: 4, turn: 1 } as WhatIf)).toBe(0);
});
