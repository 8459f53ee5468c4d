import { expect, test } from 'vitest';

import { later, speak } from '../src/lib/i18n.svelte';
import type { Board, Step, View } from '../src/lib/types';
import { describe as described } from '../src/replay/describe';

const VIEW = { seats: [{ name: 'Ada' }] } as View;
const BOARD = {
  joker: 'visit',
  columns: 10,
  rows: 10,
  grid: Array.from({ length: 10 }, () => 'AAAAABBBBB'),
  stations: [
    { cell: 'd2', cells: ['d2'], symbols: ['circle'], district: 'A', tags: [] as string[] },
    { cell: 'f4', cells: ['f4'], symbols: ['square'], district: 'B', tags: [] as string[] },
  ],
} as unknown as Board;
const said = (step: Partial<Step>): string =>
  described(BOARD, VIEW, { seat: 0, do: [], cards: [], opened: {}, ...step } as Step);

test('a step is told in a sentence of the language', async () => {
  await speak('en');
  expect(said({ event: 'turn', do: ['use joker', 'd2-f4', 'circle f4'] })).toBe('Ada: uses Joker; draws from circle, west, to square, east; circles square, east');
  expect(said({ event: 'turn' })).toBe('Ada passes');
  const cards = ['street/switch', 'underground/joker'];
  expect(said({ event: 'flip', round: 2, turn: 3, cards })).toBe(
    'Round 2, turn 3: switch (street) + visit (underground)',
  );
  await later(import('../src/replay/describe')); // its words come with it
  await speak('fr');
  expect(said({ event: 'turn', do: ['d2-f4'] })).toMatch(/^Ada\u202f: trace /);
});

test('an event that the page does not know is no sentence', () => {
  expect(said({ event: 'chat' })).toBe('');
});
