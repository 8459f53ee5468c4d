// What the server says of my card, in words and on the map.

import { language, t } from '../lib/i18n.svelte';
import { stationName } from '../lib/places';
import type { Advice, Answer, Board, Point, Said } from '../lib/types';
import { word } from '../lib/words';
import { spots } from '../sheet/options';

export interface Row {
  do: string;
  says: string;
  now: number | null; // points at once
  value: number; // the total to be expected
}

export const expected = (value: number): string =>
  new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

/** A step by what the map shows. */
export function stepSays(board: Board, action: string, drawn: boolean): string {
  const [head = '', rest = ''] = action.split(' ');
  if (action === 'done') return drawn ? t('Confirm') : t('Pass');
  if (action === 'skip') return t('Skip this bonus');
  if (head === 'use') return t('Use: {power}', { power: word('power', rest) });
  if (head === 'circle') return t('Circle {station}', { station: stationName(board, rest) });
  const [from = '', to = ''] = head.split('-');
  return `${stationName(board, from)} → ${stationName(board, to)}`;
}

/** What may be done now, the most promising first. */
export function rows(board: Board, answer: Answer, advice: Advice): Row[] {
  const known = new Map(answer.options.map((option) => [option.do, option]));
  return advice.options
    .filter((one) => known.has(one.do))
    .map((one) => {
      const total = known.get(one.do)?.total ?? null;
      const now = total === null ? null : total - answer.score.total;
      return { do: one.do, says: stepSays(board, one.do, answer.actions.length > 0), now, value: one.value };
    })
    .sort((a, b) => b.value - a.value);
}

export interface Figure {
  at: Point;
  value: number;
  less: number; // than the best, of all that may be done
  says: string;
}

/** What is to be expected at the end of each lit section, or of each circle where nothing is to be drawn: the best where several lead there. */
export function figuresAt(board: Board, answer: Answer, list: Row[]): Figure[] {
  const sections = spots(board, answer.options, false);
  const ends = new Map((sections.length ? sections : spots(board, answer.options, true)).map((spot) => [spot.option.do, spot]));
  const found = new Map<string, Figure>();
  for (const row of list) {
    const spot = ends.get(row.do);
    if (!spot || found.has(spot.target)) continue;
    const less = Math.round(10 * (list[0]?.value ?? row.value)) - Math.round(10 * row.value);
    found.set(spot.target, { at: spot.at, value: row.value, less: less / 10, says: row.says });
  }
  return [...found.values()];
}

const ends = (name: string): string => [...name.split('-')].sort().join('-');

/** Where these steps are on the map. */
export function placed(board: Board, actions: string[]): Said {
  const words = actions.map((action) => action.split(' '));
  const drawn = words.filter(([head = '']) => head.includes('-')).map(([head = '']) => head);
  const circled = words.flatMap(([head, cell]) => (head === 'circle' && cell ? [cell] : []));
  const names = new Set(drawn.map(ends));
  const sections = board.sections.filter(({ name }) => names.has(ends(name))).map(({ name }) => name);
  return { text: '', values: {}, cells: [...drawn.map((one) => one.split('-')[1] ?? ''), ...circled], sections };
}
