// What a newcomer may wonder about the card on the table, in short sentences. The server says what it allows.

import { isSwitch } from '../lib/cards';
import { t, type Values } from '../lib/i18n.svelte';
import type { Answer, Board, Token, View } from '../lib/types';
import { about, word, type Kind } from '../lib/words';
import { turnedFace } from './prompt';

export interface Hint {
  face?: string; // a symbol that stands before it
  badge?: string; // or the badge of what lies at a station
  name: string;
  about: string;
}

/** What was dealt, the switch and double track, where they matter to this turn. */
export function hints(board: Board, view: View): Hint[] {
  const answer = view.answer;
  if (!answer) return [];
  const helping = view.tokens.filter((token) => token.now);
  const card = helping.some((token) => token.thing === 'switch') ? [] : switches(board, view, answer);
  return [...helping.map(hint), ...card, ...tracks(board, view), ...lying(view, answer).map(hint)];
}

const hint = (token: Token): Hint => ({
  ...(token.symbol ? { face: token.symbol } : { badge: token.thing }),
  ...named(token.kind, token.thing),
});

const named = (kind: Kind, id: string, values: Values = {}) => ({ name: word(kind, id), about: about(kind, id, values) });

function switches(board: Board, view: View, answer: Answer): Hint[] {
  const turned = view.turned.at(-1)?.some(isSwitch) ?? false;
  const begun = answer.sheet.lines[pencilOf(view)]?.sections.length;
  if (!turned || answer.prompt !== 'card') return [];
  if (answer.anywhere) return begun ? [{ face: 'switch', ...named('hint', 'switch') }] : [];
  const from = board.rules.find((rule) => rule.rule === 'switch')?.figures.from_turn;
  return [{ face: 'switch', ...named('hint', 'early-switch', { turn: Number(from ?? 1) }) }];
}

function tracks(board: Board, view: View): Hint[] {
  if (!view.answer?.alongside || turnedFace(board, view) !== 'joker') return [];
  return [{ face: 'joker', ...named('hint', 'double-track') }];
}

/** What lies at the stations that lit sections lead to. */
function lying(view: View, answer: Answer): Token[] {
  const lit = new Set(answer.options.filter((option) => option.section).map((option) => option.target));
  return view.tokens.filter((token) => token.cell && lit.has(token.cell));
}

const pencilOf = (view: View): string => view.seats[view.me ?? -1]?.pencil ?? '';

/** How it goes, as long as nothing was ever drawn. */
export function firstSteps(board: Board, view: View): string {
  const pencil = pencilOf(view);
  if (!view.answer || view.round !== 1 || !pencil || view.lesson) return '';
  if (view.answer.actions.length) return view.turn === 1 ? t('It draws itself in your colour. Confirm, and the next card is turned.') : '';
  if (view.answer.score.lines[pencil]?.districts) return '';
  return t('Your line starts at {number}. Tap a lit station to draw there.', {
    number: board.lines.indexOf(pencil) + 1,
  });
}
