// What a game says of the finished one that it plays on from.

import { replay } from '../lib/api';
import { t, tn } from '../lib/i18n.svelte';
import { nameAt } from '../lib/names';
import { signed } from '../lib/numbers';
import type { Replay, Step, WhatIf } from '../lib/types';

export function whence(from: WhatIf): string {
  const { round, turn } = from;
  return from.cards === 'same'
    ? t('What if: from round {round}, turn {turn}, with the same cards', { round, turn })
    : t('What if: from round {round}, turn {turn}, with other cards', { round, turn });
}

export const happened = (from: WhatIf): string =>
  t('What happened: {name} made {total}', { name: nameAt(from.seat, from.name), total: signed(from.total) });

/** The two totals beside each other. */
export function compared(from: WhatIf, total: number): string {
  const more = total - from.total;
  if (!more) return t('As many points as in that game');
  return more > 0
    ? tn('{count} point more than in that game', '{count} points more than in that game', more)
    : tn('{count} point less than in that game', '{count} points less than in that game', -more);
}

const sources = new Map<string, Promise<Replay | null>>();

/** The game that another one plays on from; null where it is gone, or out of reach. */
export function sourceOf(game: string): Promise<Replay | null> {
  const known =
    sources.get(game) ??
    replay(game).catch(() => {
      sources.delete(game);
      return null;
    });
  sources.set(game, known);
  return known;
}

/** What stood on a seat's sheet before the cards of this turn; where that round was over by then, at its end. */
export function stoodAt(steps: Step[], seat: number, round: number, turn: number): number {
  const drawn = steps.filter((step) => step.event === 'turn' && step.seat === seat);
  const before = drawn.filter((step) => step.round < round || (step.round === round && step.turn < turn));
  return (before.at(-1) ?? steps[0])?.scores[seat]?.total ?? 0;
}

/** How one's own score stands beside that. */
export function race(mine: number, theirs: number): string {
  const more = mine - theirs;
  if (!more) return t('Before this turn as many points as in that game');
  return more > 0
    ? tn('Before this turn {count} point more than in that game', 'Before this turn {count} points more than in that game', more)
    : tn('Before this turn {count} point less than in that game', 'Before this turn {count} points less than in that game', -more);
}

/** Where the two games part, among the steps of the finished one. */
export const partedAt = (steps: Step[], { round, turn }: WhatIf): number =>
  Math.max(0, steps.findIndex((step) => step.event === 'flip' && step.round === round && step.turn === turn));
