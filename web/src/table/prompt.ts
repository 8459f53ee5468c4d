// What is asked of the player, in one sentence.

import { faceOf, isSwitch } from '../lib/cards';
import { t } from '../lib/i18n.svelte';
import type { Answer, Board, View } from '../lib/types';
import { about, word } from '../lib/words';
import { isCircle, isUse } from '../sheet/options';

/** The face that the turn's card shows, the switch left aside. */
export function turnedFace(board: Board, view: View): string {
  return faceOf(board, view.turned.at(-1)?.find((card) => !isSwitch(card)) ?? '');
}

function waiting(view: View): string {
  const names = view.seats.filter((seat) => !seat.answered && seat.kind !== 'open').map((seat) => seat.name);
  if (!names.length) return t('The next card is being turned');
  return t('Waiting for {names}', { names: names.join(', ') });
}

/** A gate's bonus gives one section or two, from the ends of the line or from anywhere on it. */
function visits(answer: Answer): string {
  if (answer.left > 1) return word('prompt', 'visits');
  return word('prompt', answer.anywhere ? 'visit-anywhere' : 'visit');
}

export function asked(board: Board, view: View, circling = false): string {
  const answer = view.answer;
  if (!answer) return waiting(view);
  if (circling) return word('prompt', 'circle');
  const more = answer.options.some((option) => option.section || isCircle(option));
  const draws = answer.options.some((option) => option.section);
  if (!more && answer.actions.length) return word('prompt', 'done');
  if (!more) return answer.options.some(isUse) ? word('prompt', 'power') : word('prompt', 'nothing');
  if (answer.prompt === 'visit') return visits(answer);
  if (answer.prompt && answer.prompt !== 'card') return word('prompt', answer.prompt);
  if (answer.actions.length && !draws) return word('prompt', 'done');
  const used = answer.actions.find((action) => action.startsWith('use '));
  if (used) return about('power', used.slice(4));
  const face = turnedFace(board, view);
  return word('card', answer.any_symbol && face !== board.joker ? 'joker' : face);
}
