// A turn's cards and moves in words.

import { faceOf } from '../lib/cards';
import { t } from '../lib/i18n.svelte';
import type { Board, TurnReview } from '../lib/types';
import { word } from '../lib/words';
import { action } from '../replay/describe';

export const cardsSaid = (board: Board, turn: TurnReview): string =>
  turn.cards.map((card) => word('face', faceOf(board, card))).join(' + ');

export const movesSaid = (board: Board, moves: string[]): string =>
  moves.length ? moves.map((one) => action(board, one)).join('; ') : t('passes');
