// A step of a replay in a sentence.

import { faceOf, suitOf } from '../lib/cards';
import { t } from '../lib/i18n.svelte';
import { stationName } from '../lib/places';
import type { Board, Step, View } from '../lib/types';
import { word } from '../lib/words';

function card(board: Board, name: string): string {
  return `${word('face', faceOf(board, name))} (${word('suit', suitOf(name))})`;
}

/** By what the map shows; it has no letters. */
export function action(board: Board, text: string): string {
  const [head = '', rest = ''] = text.split(' ');
  if (head === 'use') return t('uses {power}', { power: word('power', rest) });
  if (head === 'circle') return t('circles {station}', { station: stationName(board, rest) });
  if (head === 'skip') return t('skips a bonus');
  const [from = '', to = ''] = text.split('-');
  return t('draws from {from}, to {to}', { from: stationName(board, from), to: stationName(board, to) });
}

export function describe(board: Board, view: View, step: Step): string {
  const name = view.seats[step.seat ?? -1]?.name ?? '';
  switch (step.event) {
    case 'start':
      return t('The game begins');
    case 'special':
      return t('Special station of this round: {face}, {effect}', {
        face: word('face', step.opened.symbol ?? ''),
        effect: word('effect', step.opened.effect ?? ''),
      });
    case 'flip':
      return t('Round {round}, turn {turn}: {cards}', {
        round: step.round,
        turn: step.turn,
        cards: step.cards.map((one) => card(board, one)).join(' + '),
      });
    case 'turn':
      if (!step.do.length) return t('{name} passes', { name });
      return t('{name}: {actions}', { name, actions: step.do.map((one) => action(board, one)).join('; ') });
    case 'sheets':
      return t('The sheets as they were drawn on paper');
    case 'end':
      return t('The game is over');
    default:
      return '';
  }
}
