// A game that waits for nobody: made, contributed to once its seals are seen, and dealt.

import { newGame, Refused, startGame } from '../lib/api';
import type { NewGame, NewTable } from '../lib/types';
import { contributions, taken } from './keep';

export async function begin(wish: NewGame): Promise<NewTable> {
  const made = await newGame({ ...wish, start: false });
  return wish.start ? deal(made) : made;
}

/** Deals a table that was just made; one that another tab has dealt already is as good. */
export async function deal(made: NewTable): Promise<NewTable> {
  const { game, seals } = made;
  const contribute = seals.length ? contributions(game, seals) : {};
  try {
    await startGame(game, contribute);
    taken(game);
  } catch (error) {
    if (!(error instanceof Refused && error.status === 409)) throw error;
  }
  return made;
}
