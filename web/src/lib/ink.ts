// The colour of a line, and of what is written on it.

import type { Board } from './types';

const SPARE = ['red', 'teal', 'yellow', 'grey']; // for a line whose own colour style.css does not know

/** For a `style` attribute: sets --line and --on. No two lines of a board get the same spare colour. */
export function ink(board: Board, line: string): string {
  const name = /^[a-z-]+$/.test(line) ? line : 'unknown';
  const free = SPARE.filter((colour) => !board.lines.includes(colour));
  const spare = free[board.lines.filter((other) => !SPARE.includes(other)).indexOf(line)] ?? 'grey';
  return `--line: var(--line-${name}, var(--line-${spare})); --on: var(--on-${name}, var(--on-${spare}))`;
}
