// How a counted game ended, in words.

import { listed, t } from '../lib/i18n.svelte';
import { nameAt } from '../lib/names';
import { signed } from '../lib/numbers';
import type { CountView } from '../lib/types';
import { word } from '../lib/words';

/** Who won, and with how much; alone, what the score is called. */
export function ending({ seats, result }: CountView, names: string[]): string {
  const points = signed(seats[result.winners[0] ?? 0]?.score.total ?? 0);
  if (result.solo) return word('verdict', String(result.solo.rating));
  const [name = '', ...more] = result.winners.map((seat) => nameAt(seat, names[seat] ?? ''));
  if (more.length) return t('{names} share the victory with {points} points', { names: listed([name, ...more]), points });
  return t('{name} wins with {points} points', { name, points });
}
