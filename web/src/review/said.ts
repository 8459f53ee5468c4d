// A turn's cards and moves in words.

import { faceOf } from '../lib/cards';
import { t } from '../lib/i18n.svelte';
import type { Board, TurnReview } from '../lib/types';
import { word } from '../lib/words';
import { action } from '../replay/describe';
import { gain } from './figures';

export const cardsSaid = (board: Board, turn: TurnReview): string =>
  turn.cards.map((card) => word('face', faceOf(board, card))).join(' + ');

/** What opened the round before the turn's cards, and its part in their luck. */
export const openedSaid = (turn: Pick<TurnReview, 'opened' | 'opening_luck'>): string[] =>
  turn.opened.map(({ symbol = '', effect = '' }) =>
    t('Of this luck {points}: the special station {face}, {effect}.', {
      points: gain(Math.round(turn.opening_luck * 10)),
      face: word('face', symbol),
      effect: word('effect', effect),
    }),
  );

export const movesSaid = (board: Board, moves: string[]): string =>
  moves.length ? moves.map((one) => action(board, one)).join('; ') : t('passes');
