import { expect, test } from 'vitest';

import { formFor, speak, t, tn } from '../src/lib/i18n.svelte';
import type { Board } from '../src/lib/types';
import { about, objective, word } from '../src/lib/words';

const CARDS = ['{count} card left', '{count} cards left'] as const;

test('a number takes the form of its category in the language', () => {
  const forms = { one: 'karta', few: 'karty', many: 'kart' };
  const said = [0, 1, 2, 5, 12, 22, 25].map((count) => formFor(forms, count, 'pl'));
  expect(said).toEqual(['kart', 'karta', 'karty', 'kart', 'kart', 'karty', 'kart']);
});

test('sentences and words are said in the language that is spoken', async () => {
  await speak('fr');
  expect(t('Which way?')).toBe('Par où ?');
  expect(tn(...CARDS, 0)).toBe('encore 0 carte');
  expect(word('power', 'switch')).toBe('Aiguillage');
  expect(about('verdict', '3')).toBe('On arrive au travail à l’heure. En général.');
  await speak('en');
  expect(tn(...CARDS, 0)).toBe('0 cards left');
  expect(word('power', 'switch')).toBe('Switch');
});

test('what has no word is shown as it is', async () => {
  await speak('fr');
  expect(word('line', 'rusty-red')).toBe('rusty red');
  expect(about('power', 'flight')).toBe('');
  for (const stranger of ['constructor', '__proto__', 'toString']) expect([word('line', stranger), about('line', stranger)]).toEqual([stranger, '']);
});

test('an objective takes its figures from the board', async () => {
  const objectives = {
    many: { predicate: 'tagged-sections', tag: 'river', sections: 6 },
    one: { predicate: 'tagged-sections', tag: 'river', sections: 1 },
    own: { predicate: 'tagged-stations', tag: 'harbour', stations: 3 },
    wild: { predicate: 'tagged-stations', tag: 'wild', stations: 3 },
    'far-away': { predicate: 'moon' },
  };
  const board = { modules: [{ id: 'powers', figures: {} }, { id: 'objectives', figures: { objectives } }] } as unknown as Board;
  await speak('en');
  expect(objective(board, 'many')).toBe('6 sections under the river');
  expect(objective(board, 'one')).toBe('1 section under the river');
  expect(objective(board, 'own')).toBe('3 stations of the kind harbour');
  expect(objective(board, 'wild')).toBe('3 stations of the kind every symbol');
  expect(objective(board, 'far-away')).toBe('far away');
  expect(objective({ modules: [] } as unknown as Board, 'far-away')).toBe('far away');
});
