import { expect, test } from 'vitest';

import { speak } from '../src/lib/i18n.svelte';
import { named } from '../src/lib/names';
import type { View } from '../src/lib/types';

const VIEW = {
  seats: [{ name: '', kind: 'person' }, { name: 'Ada', kind: 'bot' }, { name: '', kind: 'open' }],
  chat: [{ seat: 0, name: '', text: 'hello' }, { seat: 0, name: 'Zoe', text: 'it was me' }],
} as View;

test('who has no name is called by their seat in the language of the reader', async () => {
  await speak('fr');
  expect(named(VIEW).seats.map(({ name }) => name)).toEqual(['Joueur 1', 'Ada', '']);
  expect(named(VIEW).chat.map(({ name }) => name)).toEqual(['Joueur 1', 'Zoe']);
  await speak('de');
  expect(named(VIEW).seats[0]?.name).toBe('Spieler 1');
});
