// What a game says of the finished one that it plays on from.

import { t, tn } from '../lib/i18n.svelte';
import { nameAt } from '../lib/names';
import { signed } from '../lib/numbers';
import type { WhatIf } from '../lib/types';

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
