// New games to conduct: from the server, or where it is away one that was dealt ahead.

import { boards, newConduct, Refused } from '../lib/api';
import { remember } from '../lib/remember';
import { forget, gameOf, keep, spares, type Asked, type Game } from './kept';

const LAST = 'terminus-conducting'; // what was wanted last: what is dealt ahead is for the same
const AHEAD = 2; // spare games like the last one
const PATIENCE = 10_000; // ms until the server counts as away
const FRESH = 60 * 86_400_000; // ms; the server forgets games after 90 days, and nobody could follow an older one

export interface Wish extends Asked {
  names: string[];
}

const same = (a: Asked, b: Asked): boolean =>
  a.board === b.board && !a.all_cards === !b.all_cards && [...(a.modules ?? [])].sort().join() === [...(b.modules ?? [])].sort().join();

/** A spare one that was dealt for the same, and for as many. */
export const spareFor = (wish: Wish): Game | null =>
  spares().find((game) => same(game.asked, wish) && game.names.length === wish.names.length) ?? null;

export function lastWish(): Wish | null {
  try {
    return JSON.parse(localStorage.getItem(LAST) ?? 'null') as Wish | null;
  } catch {
    return null;
  }
}

async function deal({ names, ...asked }: Wish, since: number): Promise<Game> {
  const made = await newConduct({ ...asked, names }, AbortSignal.timeout(PATIENCE));
  return { ...made, asked, dealt: Date.now(), at: 0, since, next: null, told: true, alone: false };
}

/** A game with its first round before it. Throws `Refused` if neither the server nor what was dealt ahead has one. */
export async function begin(wish: Wish): Promise<Game> {
  const game = await deal(wish, Date.now()).catch((error: unknown) => {
    const spare = error instanceof Refused && error.away ? spareFor(wish) : null;
    if (!spare) throw error;
    return { ...spare, names: wish.names, since: Date.now(), told: false };
  });
  keep(game);
  remember(LAST, JSON.stringify(wish)); // nothing is dealt ahead where nothing is kept
  return game;
}

/** The game that the same people play next; those who follow are led there. */
export async function beginAnew(old: Game): Promise<Game> {
  const game = await begin({ ...old.asked, names: old.names });
  const before = gameOf(old.code);
  if (before) keep({ ...before, next: game.code, told: false });
  return game;
}

/** Deal ahead, quietly: games like the last one, and one of each city. */
export async function stock(): Promise<void> {
  const last = lastWish();
  const players = last?.names.length ?? 2;
  try {
    const cities = (await boards()).map(({ id }) => ({ board: id, modules: [], all_cards: false, names: Array<string>(players).fill('') }));
    for (const old of spares()) if (Date.now() - old.dealt > FRESH) forget(old.code);
    for (const wish of [...cities, ...Array<Wish>(last ? AHEAD : 0).fill(last as Wish)]) await stockUp(wish, wish === last ? AHEAD : 1);
  } catch {
    // another time
  }
}

async function stockUp(wish: Wish, wanted: number): Promise<void> {
  const has = spares().filter((game) => same(game.asked, wish) && game.names.length === wish.names.length);
  if (has.length < wanted && !keep(await deal(wish, 0))) throw new Error('this browser keeps nothing');
}
