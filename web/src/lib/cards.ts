// A card is a text, `suit/face`.

import type { Board } from './types';

export const suitOf = (card: string): string => card.split('/')[0] ?? '';
export const isSwitch = (card: string): boolean => card.endsWith('/switch');

/** What it shows; a joker is a visit where the city has those. */
export function faceOf(board: Pick<Board, 'joker'>, card: string): string {
  const face = card.split('/')[1] ?? '';
  return face === 'joker' ? board.joker : face;
}
