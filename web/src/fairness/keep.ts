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
const unsaved = new Map<string, Kept>(); // what the browser would not keep: this page knows it as long as it lives

export function kept(game: string): Kept | null {
  try {
    return unsaved.get(game) ?? (JSON.parse(localStorage.getItem(KEY + game) ?? 'null') as Kept | null);
  } catch {
    return null;
  }
}

/** Whether it will still be known when the page is opened anew. */
export const remembers = (game: string): boolean => kept(game) !== null && !unsaved.has(game);

/** What the log is held to: who sits there no longer has taken along what they contributed. */
export function expected(view: View): Kept | null {
  const known = kept(view.game);
  return known && view.me === null ? { ...known, taken: [] } : known;
}

export const shownIn = (game: string, round: number): string[] => shown.get(`${game} ${round}`) ?? [];

function remember(game: string, what: Kept): void {
  try {
    const others = Object.keys(localStorage).filter((key) => key.startsWith(KEY) && key !== KEY + game);
    if (others.length >= MOST) localStorage.removeItem(others[0]!);
    localStorage.setItem(KEY + game, JSON.stringify(what));
    unsaved.delete(game);
  } catch {
    unsaved.set(game, what); // full, or forbidden: that is no reason not to play
  }
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
  mark(game, rounds, rounds);
}

/** Of these rounds the server has said that it has just those. */
function mark(game: string, rounds: number[], has: number[]): void {
  const known = kept(game);
  if (!known) return;
  const others = known.taken.filter((round) => !rounds.includes(round));
  const now = [...others, ...has.filter((round) => round in known.values)];
  if (now.join() !== known.taken.join()) remember(game, { ...known, taken: now });
}

/** What this page has sent last, until it is taken: whose contributions to what. */
export interface Sent {
  to: string;
}

/** A table as it is now: contribute to what it asks for, and remember what it has shown. What it asks for differently than
 * before is sent again: a round was dealt in the meantime, or whoever left sits down once more. */
export function keep(link: Link, view: View, sent: Sent): void {
  if (!view.seals.length) return;
  if (view.round) shown.set(`${view.game} ${view.round}`, view.turned.flat());
  const ahead = ALL.filter((round) => view.phase === 'lobby' || round > (view.round ?? 0));
  const has = ahead.filter((round) => view.me !== null && !view.contribute.includes(round));
  if (view.phase !== 'over') mark(view.game, ahead, has);
  const to = view.contribute.length ? `${view.game} ${view.me} ${view.contribute.join()}` : '';
  const again = to === sent.to;
  sent.to = to;
  if (again && kept(view.game)) return;
  const given = contributions(view.game, view.seals, view.contribute);
  if (to && !again) link.send({ contribute: given });
}
