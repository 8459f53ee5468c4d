// What sheets come to, told number by number as one counts with a pad: each line from the left to the right, then the network.

import { t } from '../lib/i18n.svelte';
import type { Board, Score } from '../lib/types';
import { counted, extraNumber, extrasOf, kindNumbers, lineNumber, TOTAL, type Counted, type LinePart } from '../sheet/counted';

/** A number of a seat's pad. */
export interface Step {
  seat: number;
  id: string;
}

function ofLine(score: Score, line: string): string[] {
  const row = score.lines[line];
  if (!row?.districts) return [];
  const parts: LinePart[] = ['districts', 'stations', ...(row.bonus ? (['bonus'] as const) : []), 'total'];
  return parts.map((part) => lineNumber(line, part));
}

function ofNetwork(score: Score): string[] {
  return extrasOf(score).flatMap((item, i) => {
    const kinds = kindNumbers(item, i).filter((id) => item.where[id.split(' ')[2] ?? '']?.cells.length);
    return [...(kinds.length > 1 ? kinds : []), extraNumber(i)];
  });
}

export const tour = (board: Board, scores: Score[]): Step[] =>
  scores.flatMap((score, seat) =>
    [...board.lines.flatMap((line) => ofLine(score, line)), ...ofNetwork(score), TOTAL].map((id) => ({ seat, id })),
  );

/** A step on the map; with the player's name where there are several. */
export function showStep(board: Board, score: Score, { id }: Step, name: string | null): Counted | null {
  const shown = counted(board, score, id);
  return shown && name ? { ...shown, says: t('{name}: {what}', { name, what: shown.says }) } : shown;
}
