// The sheets that this browser is in the middle of, those of each city under a key of its own: written down with every tap, so
// a reload, a dead battery or another city loses nothing.

import type { Board, Pack, PaperGame } from '../lib/types';

const SHEETS = 'terminus-sheets-';
const ONLY = 'terminus-count'; // where the one count stood, before there could be several

export interface Kept {
  game: PaperGame;
  away: PaperGame['seats']; // of players who were there before: the fifth seat has none
  seat: number;
  line: string;
  conducted?: string; // the code of the game whose cards were turned for these sheets
  when: number; // ms since 1970
}

export const isBegun = ({ seats }: PaperGame): boolean => seats.some(({ lines }) => Object.values(lines).some((marks) => marks.length));

export function kept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null; // written by nobody we know
  }
}

/** Whether it could be kept: some browsers keep nothing, or have no room. */
export function keep(what: unknown, key: string): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(what));
    return true;
  } catch {
    return false;
  }
}

export const forget = (key: string): void => localStorage.removeItem(key);

/** Calls with the key of whatever another tab of this browser has written; the answer ends it. */
export function heedOthers(wrote: (key: string | null) => void): () => void {
  const hear = ({ key }: StorageEvent): void => wrote(key);
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const keepCount = (count: Omit<Kept, 'when'>): boolean => keep({ ...count, when: Date.now() }, SHEETS + count.game.board);
/** Whether this is the key under which this city's sheets stand. */
export const isKeyOf = (key: string | null, board: string): boolean => key === SHEETS + board;

/** Where it was written by an older page, it is brought to where it belongs. */
function moveOld(): void {
  const old = kept(ONLY) as Kept | null;
  const key = SHEETS + String(old?.game?.board);
  if (old && (kept(key) || keep({ ...old, when: 1 }, key))) forget(ONLY);
}

/** The city of the count that was open last, if there is one. */
export function countedCity(): string {
  moveOld();
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(SHEETS));
  const when = (key: string): number => Number((kept(key) as Kept | null)?.when ?? 0);
  const last = keys.sort((a, b) => when(b) - when(a))[0] ?? '';
  return last.slice(SHEETS.length);
}

/** The count of this city; null if there is none, or something else stands there. */
export function keptCount(board: Board): Kept | null {
  moveOld();
  const found = kept(SHEETS + board.id) as Kept | null;
  const seats: unknown = found?.game?.seats;
  const fits =
    found?.game?.board === board.id &&
    Array.isArray(seats) &&
    found.game.seats.every(({ lines }) => Object.keys(lines ?? {}).every((line) => board.lines.includes(line)));
  return fits ? { ...found, away: found.away ?? [] } : null;
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

/** Sheets with nothing on them, for a game whose cards were turned: unless some of this very game are here. */
export function keepEmpty(board: Board, conducted: string, game: Omit<PaperGame, 'board'>): void {
  if (keptCount(board)?.conducted === conducted) return;
  keepCount({ game: { board: board.id, ...game }, away: [], seat: 0, line: '', conducted });
}

/** Whether sheets of another game on this city would be lost by that. */
export function hasOthers(board: Board, conducted: string): boolean {
  const found = keptCount(board);
  return !!found && found.conducted !== conducted && isBegun(found.game);
}
