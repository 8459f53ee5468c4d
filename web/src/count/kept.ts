// The count that this browser is in the middle of: written down with every tap, so a reload or a dead battery loses nothing.

import type { Board, Pack, PaperGame } from '../lib/types';

const KEY = 'terminus-count';

export interface Kept {
  game: PaperGame;
  seat: number;
  line: string;
}

export function kept(key = KEY): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null; // written by nobody we know
  }
}

/** Whether it could be kept: some browsers keep nothing, or have no room. */
export function keep(what: unknown, key = KEY): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(what));
    return true;
  } catch {
    return false;
  }
}

export const forget = (key = KEY): void => localStorage.removeItem(key);

/** The city of the count that is kept, if there is one. */
export const countedCity = (): string => String((kept() as Kept | null)?.game?.board ?? '');

/** A count that fits one of these cities; null for whatever else may stand there. */
export function keptCount(boards: Board[]): Kept | null {
  const found = kept() as Kept | null;
  const board = boards.find(({ id }) => id === found?.game?.board);
  const fits =
    board &&
    Array.isArray(found?.game.seats) &&
    found.game.seats.every(({ lines }) => Object.keys(lines ?? {}).every((line) => board.lines.includes(line)));
  return fits ? found : null;
}

/** Something that can have been dealt: the first of each pack. */
export function firstDealt(pack: Pack): string[] | Record<string, string> {
  if (!pack.places.length) return pack.things.slice(0, pack.drawn);
  return Object.fromEntries(pack.places.map((place, i) => [place, pack.things[i] ?? '']));
}

/** What was dealt for these modules, as far as it is known already. */
export function dealtFor(board: Board, modules: string[], known: Record<string, unknown>): Record<string, unknown> {
  const packs = board.modules.flatMap(({ id, pack }) => (pack && modules.includes(id) ? [[id, pack] as const] : []));
  return Object.fromEntries(packs.map(([id, pack]) => [id, known[id] ?? firstDealt(pack)]));
}
