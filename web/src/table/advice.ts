// What the server says of my card, in words and on the map.

import { language, t } from '../lib/i18n.svelte';
import { stationName } from '../lib/places';
import type { Advice, Answer, Board, Said } from '../lib/types';
import { word } from '../lib/words';

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
