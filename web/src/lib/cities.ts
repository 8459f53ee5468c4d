// The cities that one can choose from: those that ship, one's own, and those that are published here.

import { boards, shelves } from './api';
import type { Board } from './types';

export type City = Pick<Board, 'id' | 'name'>;

const MOST = 6; // own cities to choose from; others are played from their own page

/** With those that are open already. Throws `Refused` where not even those that ship can be had. */
export async function cities(open: readonly City[] = []): Promise<City[]> {
  const [shipped, shelf] = await Promise.all([boards(), shelves().catch(() => ({ mine: [], published: [] }))]);
  const own = [...shelf.mine, ...shelf.published].slice(0, MOST);
  return [...new Map([...shipped, ...own, ...open].map(({ id, name }) => [id, { id, name }])).values()];
}
