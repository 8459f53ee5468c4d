// The colour of a line, and of what is written on it; and the pattern it bears beside it.

import type { Board } from './types';

const SPARE = ['red', 'teal', 'yellow', 'grey']; // for a line whose own colour palette.css does not know

/** What tells lines apart without colour, in their order; none looks like double track or like the printed loop. */
export const PATTERNS = ['plain', 'bars', 'beads', 'ladder'];

export const patternOf = (board: Pick<Board, 'lines'>, line: string): string =>
  PATTERNS[board.lines.indexOf(line) % PATTERNS.length] ?? 'plain';

export const PRINTED_LOOP = 'green'; // has a colour of its own, which is no line's

/** What a loop is printed in. */
export const loopInk = (colour: string): string =>
  /^[a-z-]+$/.test(colour) && colour !== PRINTED_LOOP ? `var(--line-${colour}, var(--loop))` : 'var(--loop)';

/** For a `style` attribute: sets --line and --on. No two lines of a board get the same spare colour. */
export function ink(board: Pick<Board, 'lines'>, line: string): string {
  const name = /^[a-z-]+$/.test(line) ? line : 'unknown';
  const free = SPARE.filter((colour) => !board.lines.includes(colour));
  const spare = free[board.lines.filter((other) => !SPARE.includes(other)).indexOf(line)] ?? 'grey';
  return `--line: var(--line-${name}, var(--line-${spare})); --on: var(--on-${name}, var(--on-${spare}))`;
}
