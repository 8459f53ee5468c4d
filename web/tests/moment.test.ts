import { expect, test } from 'vitest';

import type { Board, Step } from '../src/lib/types';
import { addressOf, drawnIn, momentIn } from '../src/replay/moment';

test('every moment has an address, and it leads back there', () => {
  expect(addressOf('abc', 11, 1)).toBe('/r/abc/12/2');
  expect(momentIn(addressOf('abc', 11, 1))).toEqual({ step: 11, seat: 1 });
  expect(momentIn('/r/abc')).toEqual({ step: 0, seat: null });
  expect(momentIn('/r/abc/7')).toEqual({ step: 6, seat: null });
});

test('an address that no moment has is the beginning', () => {
  for (const path of ['/r/abc/x', '/r/abc/-3', '/r/abc/0', '/r/abc/x/y']) expect(momentIn(path).step).toBe(0);
  expect(momentIn('/r/abc/3/x').seat).toBe(0);
});

test('what was drawn is known whichever way it was drawn, and only on the sheet of who drew it', () => {
  const board = { sections: [{ name: 'd2-f4' }, { name: 'a0-b1' }] } as Board;
  const step = { event: 'turn', seat: 1, do: ['use joker', 'f4-d2', 'circle a0'] } as Step;
  expect(drawnIn(board, step, 1).map(({ name }) => name)).toEqual(['d2-f4']);
  expect(drawnIn(board, step, 0)).toEqual([]);
  expect(drawnIn(board, { ...step, event: 'flip' }, 1)).toEqual([]);
});
