// How a game ended, in one line: who won, and with how many points.

import { listed, t } from '../lib/i18n.svelte';
import { signed } from '../lib/numbers';
import type { View } from '../lib/types';

const total = (view: View, seat: number): number => view.seats[seat]?.score?.total ?? 0;

/** The headline of a game in company. */
export function headline(view: View): string {
  const winners = view.result?.winners ?? [];
  const names = winners.map((seat) => view.seats[seat]?.name ?? '');
  const [first = 0] = winners;
  const values = { name: names[0] ?? '', names: listed(names), points: signed(total(view, first)), other: signed(total(view, 1 - first)) };
  if (winners.length > 1) return t('{names} share the victory with {points} points', values);
  const mine = first === view.me;
  if (view.seats.length === 2)
    return mine ? t('You win, {points} to {other}', values) : t('{name} wins, {points} to {other}', values);
  return mine ? t('You win with {points} points', values) : t('{name} wins with {points} points', values);
}

/** Whether equal totals did not share the victory. */
export function wasClose(view: View): boolean {
  const winners = view.result?.winners ?? [];
  const best = total(view, winners[0] ?? 0);
  return view.seats.some((_, seat) => !winners.includes(seat) && total(view, seat) === best);
}
