// A step in words: for screen readers, and for the voice.

import { faceOf, isSwitch, suitOf } from '../lib/cards';
import { listed, t, tn } from '../lib/i18n.svelte';
import { nameAt } from '../lib/names';
import type { ConductCity, ConductStep, Token } from '../lib/types';
import { word } from '../lib/words';
import type { Game } from './kept';

export interface Shown {
  city: ConductCity;
  names: string[];
  step: ConductStep;
}

/** A game by its city, what was added, and who plays. */
export const called = ({ conduct, names, asked }: Game): string =>
  [
    t(conduct.city.name),
    ...conduct.modules.map((id) => word('module', id)),
    ...(asked.all_cards ? [t('all cards')] : []),
    names.some(Boolean) ? listed(names.map((name, seat) => nameAt(seat, name))) : tn('{count} player', '{count} players', names.length),
  ].join(' · ');

/** «Underground, triangle» */
function card(city: ConductCity, card: string): string {
  const face = word('face', faceOf(city, card));
  return t('{ground}, {face}', { ground: word('suit', suitOf(card)), face });
}

export function cardsInWords(city: ConductCity, cards: string[]): string {
  const [first = '', second] = cards;
  if (!second) return card(city, first);
  return t('{switch} with {card}', { switch: word('face', isSwitch(first) ? 'switch' : faceOf(city, first)), card: card(city, second) });
}

/** What one does with one's pencil as a round begins. */
export function pencilInWords({ names, step }: Shown, seat: number): string {
  const { line, giver } = step.pencils[seat] as ConductStep['pencils'][number];
  const values = { name: nameAt(seat, names[seat] ?? ''), colour: word('line', line) };
  if (giver !== null) return t('{name} takes the pencil {colour} from {giver}', { ...values, giver: nameAt(giver, names[giver] ?? '') });
  return t('{name} takes the pencil {colour}', values);
}

export const turnerInWords = ({ names, step }: Shown): string =>
  t('{name} turns the cards', { name: nameAt(step.controller, names[step.controller] ?? '') });

/** What of the things that lie face up speaks of these cards, or has just been turned up. */
export const effectsNow = ({ step }: Shown): Token[] =>
  step.tokens.filter((token) => token.symbol && (token.now || step.kind === 'opening'));

export function toGo({ step }: Shown): string[] {
  if (step.last_turn) return [t('Last turn of this round')];
  const suits = Object.entries(step.to_go);
  if (!suits.length) return [tn('{count} card left', '{count} cards left', step.left)];
  return suits.map(([suit, count]) => tn('{count} {suit} card to go', '{count} {suit} cards to go', count, { suit: word('suit', suit) }));
}

/** The whole step, as it is told. */
export function inWords(shown: Shown): string {
  const { city, step, names } = shown;
  const effects = effectsNow(shown).map((token) => word(token.kind, token.thing));
  if (step.kind === 'over') return t('The game is over. Count your sheets.');
  if (step.kind === 'round') {
    const round = t('Round {round}', { round: step.round });
    const pencils = names.map((_, seat) => pencilInWords(shown, seat));
    return [round, ...pencils, ...(names.length > 1 ? [turnerInWords(shown)] : [])].join('. ');
  }
  if (step.kind === 'opening') return specialInWords(shown);
  const cards = cardsInWords(city, step.turned.at(-1) ?? []);
  return [cards, ...(effects.length ? [listed(effects)] : []), ...(step.last_turn ? toGo(shown) : [])].join('. ');
}

export function specialInWords(shown: Shown): string {
  return effectsNow(shown)
    .map(({ kind, thing, symbol }) =>
      t('Special station: {face}, {effect}', { face: word('face', symbol ?? ''), effect: word(kind, thing) }),
    )
    .join('. ');
}
