// What the turn so far has reached beside its line's route, each in a few words: a gate's bonus, a monument, a stamp, an objective.
// It is the difference between the sheet as it was confirmed and the one that is being drawn; both are the server's.

import { t } from '../lib/i18n.svelte';
import type { Board, ScoreItem, Sheet, View } from '../lib/types';
import { signed, word } from '../lib/words';
import { extraName } from '../sheet/counted';

const stations = (sheet: Sheet | null | undefined, line: string): string[] => sheet?.lines[line]?.stations ?? [];

export function reached(board: Board, view: View): string[] {
  const mine = view.seats[view.me ?? -1];
  const { answer } = view;
  if (!mine?.score || !mine.pencil || !answer?.actions.length) return [];
  const before = stations(mine.sheet, mine.pencil);
  const fresh = stations(answer.sheet, mine.pencil).filter((cell) => !before.includes(cell));
  return [...opened(view, fresh), ...gained(board, mine.score.items, answer.score.items)];
}

/** What lies at the stations that are new. */
function opened(view: View, fresh: string[]): string[] {
  const found = view.tokens.filter(({ cell }) => cell && fresh.includes(cell));
  return found.map(({ kind, thing }) => t('{name}: {value}', { name: word('token', kind), value: word(kind, thing) }));
}

/** Whatever scores more than before, but for routes: their sum is in the pad. */
function gained(board: Board, before: ScoreItem[], now: ScoreItem[]): string[] {
  return now.flatMap((item, i) => {
    const more = item.value - (before[i]?.value ?? 0);
    if (more <= 0 || item.rule === 'route') return [];
    const name = item.line ? word('line-bonus', item.rule) : extraName(board, item);
    const text = t('{name}: {value}', { name, value: signed(more) });
    return [text.charAt(0).toLocaleUpperCase() + text.slice(1)];
  });
}
