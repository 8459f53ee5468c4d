import { expect, test } from 'vitest';

import type { View } from '../src/lib/types';
import { heard } from '../src/table/events';

const item = (value: number) => ({ rule: 'sights', line: null, value, how: {} });
const at = (round: number, turn: number, actions: string[] = [], sights = 0, phase = 'playing'): View =>
  ({
    game: 'abc',
    phase,
    round,
    turn,
    me: 0,
    seats: [{ score: { items: [] } }],
    answer: { actions, score: { items: [item(sights), item(-24)] } },
  }) as unknown as View;

test.each([
  ['a section', at(1, 1), at(1, 1, ['a0-a1']), 'pencil'],
  ['a section to a sight', at(1, 1), at(1, 1, ['a0-a1'], 2), 'stamp'],
  ['a section undone', at(1, 1, ['a0-a1'], 2), at(1, 1), null],
  ['the next card', at(1, 1, ['a0-a1']), at(1, 2), 'card'],
  ['the first card', at(0, 0, [], 0, 'lobby'), at(1, 1), 'card'],
  ['the next round', at(1, 9), at(2, 1), 'round'],
  ['the end', at(4, 9), at(4, 9, [], 0, 'over'), 'round'],
  ['the same again', at(1, 1), at(1, 1), null],
  ['talk after the end', at(4, 9, [], 0, 'over'), at(4, 9, [], 0, 'over'), null],
])('%s', (_, before, after, sound) => {
  expect(heard(before, after, false)).toBe(sound);
});

test('a card that is turned while nobody looks calls', () => {
  expect(heard(at(1, 1), at(1, 2), true)).toBe('turn');
});
