import { expect, test } from 'vitest';

import { faceOf, isSwitch, suitOf } from '../src/lib/cards';
import type { Board } from '../src/lib/types';

test('a card has a suit and a face, and the joker is what the city calls it', () => {
  const board = { joker: 'visit' } as Board;
  expect(suitOf('sea/circle')).toBe('sea');
  expect(faceOf(board, 'sea/circle')).toBe('circle');
  expect(faceOf(board, 'sea/joker')).toBe('visit');
  expect(['sea/switch', 'sea/circle'].map(isSwitch)).toEqual([true, false]);
});
