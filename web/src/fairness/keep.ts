// What this browser remembers of a sealed game: the seals as it saw them first, what it contributed, and which cards it was shown.

import type { Link } from '../lib/link.svelte';
import type { View } from '../lib/types';

export interface Kept {
  seals: string[];
  values: Record<string, string>; // by round, 0 is the deal
  taken: number[]; // the rounds for which the server has said that it has them
}

const KEY = 'terminus-seals-';
const MOST = 30; // games that are remembered
const ALL = [0, 1, 2, 3, 4];
const shown = new Map<string, string[]>(); // cards by game and round

export function kept(game: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(KEY + game) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

export const shownIn = (game: string, round: number): string[] => shown.get(`${game} ${round}`) ?? [];

function remember(game: string, what: Kept): void {
  const others = Object.keys(localStorage).filter((key) => key.startsWith(KEY) && key !== KEY + game);
  if (others.length >= MOST) localStorage.removeItem(others[0]!);
  localStorage.setItem(KEY + game, JSON.stringify(what));
}

/** What to contribute to these rounds, once their seals are seen: drawn once, and the same in every tab. */
export function contributions(game: string, seals: string[], rounds: number[] = ALL): Record<string, string> {
  const known = kept(game) ?? { seals, values: {}, taken: [] };
  for (const round of rounds) known.values[round] ??= random();
  remember(game, known);
  return Object.fromEntries(rounds.map((round) => [round, known.values[round]!]));
}

const random = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export function taken(game: string, rounds: number[] = ALL): void {
  const known = kept(game);
  const news = known && rounds.filter((round) => !known.taken.includes(round) && round in known.values);
  if (known && news?.length) remember(game, { ...known, taken: [...known.taken, ...news] });
}

/** A table as it is now: contribute to what it asks for, and remember what it has shown. */
export function keep(link: Link, view: View, asked: Set<string>): void {
  if (!view.seals.length) return;
  if (view.round) shown.set(`${view.game} ${view.round}`, view.turned.flat());
  const ahead = ALL.filter((round) => view.phase === 'lobby' || round > (view.round ?? 0));
  if (view.phase !== 'over') taken(view.game, ahead.filter((round) => !view.contribute.includes(round)));
  const missing = view.contribute.filter((round) => !asked.has(`${view.game} ${view.me} ${round}`));
  if (!missing.length && kept(view.game)) return;
  const given = contributions(view.game, view.seals, missing);
  missing.forEach((round) => asked.add(`${view.game} ${view.me} ${round}`));
  if (missing.length) link.send({ contribute: given });
}
