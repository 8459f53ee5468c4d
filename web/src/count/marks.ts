// What is written of a line from paper: sections and circles as the log has them; `!` after one that somebody insists on.

import { stationAt } from '../lib/places';
import type { Board, Cell, Section } from '../lib/types';

export const INSIST = '!';
const CIRCLE = 'circle ';

export const plain = (mark: string): string => (mark.endsWith(INSIST) ? mark.slice(0, -1) : mark);
export const isCircle = (mark: string): boolean => mark.startsWith(CIRCLE);
export const circleOf = (cell: Cell): string => CIRCLE + cell;

/** The stations at the ends of a section, in the direction it was written. */
export const endsOf = (board: Board, mark: string): Cell[] =>
  isCircle(mark)
    ? []
    : plain(mark)
        .split('-')
        .map((cell) => stationAt(board, cell)?.cell ?? cell);

/** The printed sections from one station to another, each written in that direction. */
export const ways = (board: Board, from: Cell, to: Cell): string[] =>
  board.sections.flatMap(({ a, b, name }) =>
    a === from && b === to ? [name] : a === to && b === from ? [name.split('-').reverse().join('-')] : [],
  );

export function sectionOf(board: Board, mark: string): Section | undefined {
  const [from, to] = plain(mark).split('-');
  return board.sections.find(({ name }) => name === `${from}-${to}` || name === `${to}-${from}`);
}
