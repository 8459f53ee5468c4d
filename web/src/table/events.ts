// What has happened between two views of a table that one may want to hear.

import type { Sound } from '../lib/sounds';
import type { View } from '../lib/types';

const score = (view: View) => view.answer?.score ?? view.seats[view.me ?? -1]?.score;

/** What lies beside the lines and has brought points: sites, stamps, goals. */
const gained = (view: View): number =>
  (score(view)?.items ?? []).filter((item) => item.line === null && item.value > 0).reduce((sum, item) => sum + item.value, 0);

const drawn = (view: View): number => view.answer?.actions.length ?? 0;

/** The most telling of it, or nothing. `hidden`: nobody looks at the page. */
export function heard(before: View, after: View, hidden: boolean): Sound | null {
  if (before.game !== after.game || before.phase === 'over') return null;
  if (after.phase === 'over' || (before.round && after.round !== before.round)) return 'round';
  if (after.phase !== 'playing') return null;
  if (after.turn !== before.turn || before.phase === 'lobby') return hidden && after.answer ? 'turn' : 'card';
  if (drawn(after) <= drawn(before)) return null;
  return gained(after) > gained(before) ? 'stamp' : 'pencil';
}
