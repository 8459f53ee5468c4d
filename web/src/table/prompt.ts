// What is asked of the player, in one sentence.

import { msg, t } from '../lib/i18n.svelte';
import type { Board, View } from '../lib/types';
import { POWERS, PROMPTS } from '../lib/words';
import { isCircle, isUse } from '../sheet/options';

const CARDS: Record<string, string> = {
  circle: msg('Draw to a circle'),
  square: msg('Draw to a square'),
  triangle: msg('Draw to a triangle'),
  pentagon: msg('Draw to a pentagon'),
  joker: msg('Joker: draw to any station'),
  visit: msg('Visit: to any station, or to a monument and on'),
};

/** The face that the turn's card shows, the switch left aside. */
export function faceOf(board: Board, view: View): string {
  const cards = view.turned[view.turned.length - 1] ?? [];
  const card = cards.find((one) => !one.endsWith('/switch')) ?? '';
  return card.endsWith('/joker') ? board.joker : (card.split('/')[1] ?? '');
}

function waiting(view: View): string {
  const names = view.seats.filter((seat) => !seat.answered && seat.kind !== 'open').map((seat) => seat.name);
  if (!names.length) return t('The next card is being turned');
  return t('Waiting for {names}', { names: names.join(', ') });
}

export function asked(board: Board, view: View): string {
  const answer = view.answer;
  if (!answer) return waiting(view);
  const more = answer.options.some((option) => option.section || isCircle(option));
  const draws = answer.options.some((option) => option.section);
  if (!more && answer.actions.length) return t('All drawn: confirm, or undo');
  if (!more) return answer.options.some(isUse) ? t('Nothing fits this card, but your power could help') : t('Nothing can be drawn with this card');
  if (answer.prompt && answer.prompt !== 'card') return t(PROMPTS[answer.prompt] ?? '');
  if (answer.actions.length && !draws) return t('All drawn: confirm, or undo');
  const used = answer.actions.find((action) => action.startsWith('use '));
  if (used) return t(POWERS[used.slice(4)]?.about ?? '');
  const face = faceOf(board, view);
  const joker = view.special?.effect === 'joker' && view.special.symbol === face;
  return t(CARDS[joker ? 'joker' : face] ?? '');
}
