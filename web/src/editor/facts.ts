// What the rulebook of a printed sheet says of it, and how much of that is on the map.

import type { BoardCheck } from '../lib/types';

export interface Held {
  agree: number;
  all: number;
}

/** Nothing if no printed sheet is being entered. */
export function held(check: BoardCheck | null): Held | null {
  const facts = (check?.facts ?? []).filter(({ printed }) => printed !== null);
  return facts.length ? { agree: facts.filter(({ found, printed }) => found === printed).length, all: facts.length } : null;
}
