// The conducted games that this browser keeps: all their cards and how far they were turned. So a game goes on without a
// network, after a reload, and after a browser that was killed. Nobody is shown a card from here before its turn.

import { conductedEvents } from '../lib/api';
import { nameAt } from '../lib/names';
import type { Calls, ConductStep, NewConduct } from '../lib/types';

export type Asked = Omit<Calls['POST /api/conducts']['sends'], 'names'>;

export interface Game extends NewConduct {
  asked: Asked; // what it was dealt for
  dealt: number; // when, ms since 1970
  at: number; // the step that lies on the table
  since: number; // when it was begun, ms since 1970; 0: it is spare, dealt for a day without a network
  next: string | null; // the code of the game that the same people played after it
  told: boolean; // the server knows all this
  alone: boolean; // the server has forgotten it: nobody can follow
  counted?: boolean; // its sheets were entered
}

/** What was turned so far, as the log has it: for whoever counts the sheets. `id` is the game's code. */
export interface Conducted {
  id: string;
  board: string;
  modules: string[];
  names: string[];
  events: Record<string, unknown>[]; // start, special, flip
  over: boolean;
}

const KEY = 'terminus-conduct-';
const MOST = 12; // begun games; the oldest go
const LISTED = 3;
const unkept = new Map<string, string>(); // where the browser keeps nothing: as long as the page is open

function read(key: string): Game | null {
  try {
    const game = JSON.parse(unkept.get(key) ?? localStorage.getItem(key) ?? 'null') as Game | null;
    return game?.conduct.steps[game.at] ? game : null;
  } catch {
    return null; // written by nobody we know
  }
}

/** All of them, the one begun last first. */
export function games(): Game[] {
  const keys = [...Object.keys(localStorage).filter((key) => key.startsWith(KEY)), ...unkept.keys()];
  const found = [...new Set(keys)].map(read).filter((game) => game !== null);
  return found.sort((a, b) => b.since - a.since);
}

const isSpare = (game: Game): boolean => game.since === 0;
export const begun = (): Game[] => games().filter((game) => !isSpare(game));
export const spares = (): Game[] => games().filter(isSpare);
export const gameOf = (code: string): Game | null => read(KEY + code);
/** Whether it would be there after a reload. */
export const isKept = (code: string): boolean => !unkept.has(KEY + code);

export function forget(code: string): void {
  unkept.delete(KEY + code);
  localStorage.removeItem(KEY + code);
}

/** Whether this is the key under which a game is kept. */
export const isKeyOf = (key: string | null, code: string): boolean => key === KEY + code;

/** Whether the browser keeps it: some keep nothing, or have no room. It can be played to its end all the same. */
export function keep(game: Game): boolean {
  const [key, text] = [KEY + game.code, JSON.stringify(game)];
  try {
    localStorage.setItem(key, text);
    unkept.delete(key);
  } catch {
    if (!isSpare(game)) unkept.set(key, text);
    return false;
  }
  for (const old of begun().slice(MOST)) forget(old.code);
  return true;
}

export const stepOf = (game: Game): ConductStep => game.conduct.steps[game.at] as ConductStep;
export const isOver = (game: Game): boolean => stepOf(game).kind === 'over';

function conductedIn(game: Game): Conducted {
  const turned = game.conduct.steps.slice(0, game.at + 1);
  const said = turned.map(({ event }) => event).filter((event) => event !== null);
  const seats = game.names.map((name, seat) => nameAt(seat, name));
  const events = said.map((event) => (event.event === 'start' ? { ...event, seats } : event));
  const { city, modules } = game.conduct;
  return { id: game.code, board: city.id, modules, names: game.names, events, over: isOver(game) };
}

/** Those that were begun and can be gone on with: not over, and none followed by another. */
export const open = (): Game[] => begun().filter((game) => !isOver(game) && !game.next);
/** The latest of those that are over, and whose sheets nobody has entered yet. */
export const uncounted = (): Game[] =>
  begun()
    .filter((game) => isOver(game) && !game.counted)
    .slice(0, LISTED);

/** Its sheets were entered. */
export function markCounted(code: string): void {
  const game = gameOf(code);
  if (game) keep({ ...game, counted: true });
}

/** One of them, or one that was conducted elsewhere, by its code; throws `Refused` where there is none. */
export async function conductedBy(id: string): Promise<Conducted> {
  const game = gameOf(id);
  if (game && !isSpare(game)) return conductedIn(game);
  const { code, ...rest } = await conductedEvents(id);
  return { id: code, ...rest };
}
