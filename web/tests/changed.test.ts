import { expect, test } from 'vitest';

import { changed } from '../src/lib/changed';

const VIEW = {
  number: 1,
  answer: { left: 2 } as { left: number } | null,
  seats: [
    { name: 'Ada', score: { total: 3 } },
    { name: 'Ben', score: { total: 5 } },
  ],
};

test('values are put where their paths say, null too, and the view that was stays as it was', () => {
  const before = structuredClone(VIEW);
  const after = changed(VIEW, { number: 2, answer: null, 'seats/1/score': { total: 6 } });
  expect(after).toEqual({ number: 2, answer: null, seats: [VIEW.seats[0], { name: 'Ben', score: { total: 6 } }] });
  expect(VIEW).toEqual(before);
});

test('what did not change is the same object still', () => {
  const after = changed(VIEW, { 'seats/1/name': 'Bob' });
  expect(after.seats[0]).toBe(VIEW.seats[0]);
  expect(after.seats[1]?.score).toBe(VIEW.seats[1]?.score);
  expect(Array.isArray(after.seats)).toBe(true);
  expect(changed(VIEW, {})).toBe(VIEW);
});
