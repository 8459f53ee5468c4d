// The same game again in company: one table for all who sit at this one, whoever asks first.

import { rematch, shelve } from '../lib/api';
import type { Link } from '../lib/link.svelte';
import { go } from '../lib/router.svelte';
import type { View } from '../lib/types';

/** To that table, away from a game that is not over: those who stay play on. */
export async function comeAlong(link: Link, view: View): Promise<void> {
  const { game } = await rematch(view.game);
  link.send({ leave: true });
  await shelve(view.game, true).catch(() => undefined); // the new table is there all the same
  go(`/t/${game}`);
}
