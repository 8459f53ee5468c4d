// Games that are put away. What was put away last can be brought back at once, also on the page that one comes to next.

import { shelve } from '../lib/api';

const shelf = $state<{ last: string | null }>({ last: null });

export const lastPutAway = (): string | null => shelf.last;

/** Too late for an Undo: somebody has gone on to something else. */
export function forgetLast(): void {
  shelf.last = null;
}

export async function putAway(game: string, away: boolean): Promise<void> {
  await shelve(game, away);
  shelf.last = away ? game : null;
}
