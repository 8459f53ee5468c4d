// A number of the pad shown on the map: which places it counts, each with what is written on it. The places are the
// server's; a number is known by its id (`districts green`, `extra 0`, `total`), so that it can be told anew as the sheet changes.

import { t, type Values } from '../lib/i18n.svelte';
import { pointOf } from '../lib/geometry';
import { signed } from '../lib/numbers';
import type { Board, Score, ScoreItem, Where } from '../lib/types';
import { objective, word } from '../lib/words';

export interface Mark {
  at: string; // a cell, or a district's letter
  text: string;
}

export interface Counted {
  says: string;
  line: string | null;
  cells: Mark[];
  districts: Mark[];
  sections: string[];
  low: boolean; // its words stand below: above they would hide a station
  pulses?: boolean; // a line begins there
}

export type LinePart = 'districts' | 'stations' | 'bonus' | 'total';

export const lineNumber = (line: string, part: LinePart): string => `${part} ${line}`;
export const extraNumber = (index: number): string => `extra ${index}`;
export const TOTAL = 'total';

/** Where a rule counts several kinds of places, each kind has a number of its own: `extra 1 3`. */
export const kindNumbers = (item: ScoreItem, index: number): string[] =>
  item.rule in KIND_SAYS ? Object.keys(item.where).map((kind) => `${extraNumber(index)} ${kind}`) : [];

/** The places in order, each with its numbers: one that counts twice has two. */
export function numbered(places: string[]): Mark[] {
  const found = new Map<string, number[]>();
  places.forEach((at, i) => found.set(at, [...(found.get(at) ?? []), i + 1]));
  return [...found].map(([at, numbers]) => ({ at, text: numbers.join(' ') }));
}

const nothing = (says: string, line: string | null): Counted => ({
  says,
  line,
  cells: [],
  districts: [],
  sections: [],
  low: false,
});
const marked = (at: string[], text = ''): Mark[] => [...new Set(at)].map((place) => ({ at: place, text }));

/** What the whole network scores beside its lines, in the pad's order. */
export const extrasOf = (score: Score): ScoreItem[] => score.items.filter((item) => item.line === null);

const itemsOf = (score: Score, line: string): ScoreItem[] => score.items.filter((item) => item.line === line);
const routeOf = (score: Score, line: string): ScoreItem | undefined =>
  itemsOf(score, line).find((item) => item.rule === 'route');
const bonusesOf = (score: Score, line: string): ScoreItem[] =>
  itemsOf(score, line).filter((item) => item.rule !== 'route');

/** A line's sum as the pad writes it: 5 × 4 + 6 = 26. */
export function formula(score: Score, line: string): string {
  const row = score.lines[line];
  if (!row) return '';
  const bonus = bonusesOf(score, line).length ? ` + ${row.bonus}` : '';
  return `${row.districts} × ${row.stations}${bonus} = ${row.total}`;
}

/** What a line earns beside its route: sections under the river, monuments. */
export function bonusName(score: Score, line: string): string {
  return bonusesOf(score, line)
    .map((item) => word('line-bonus', item.rule))
    .join(' ');
}

/** A number's name and value, without its places. */
export function lineSays(board: Board, score: Score, line: string, part: LinePart): string {
  const values = { line: board.lines.indexOf(line) + 1, number: score.lines[line]?.[part] ?? 0 };
  if (part === 'districts') return t('Districts of line {line}: {number}', values);
  if (part === 'stations') return t('Stations of line {line} in its best district: {number}', values);
  if (part === 'bonus') return t('Line {line}, {what}: {number}', { ...values, what: bonusName(score, line) });
  return t('Line {line}: {formula}', { ...values, formula: formula(score, line) });
}

export function countLine(board: Board, score: Score, line: string, part: LinePart): Counted {
  const shown = nothing(lineSays(board, score, line, part), line);
  const { districts, stations } = routeOf(score, line)?.where ?? {};
  if (part === 'districts') shown.districts = numbered(districts?.districts ?? []);
  if (part === 'total') shown.districts = marked(districts?.districts ?? []);
  if (part === 'stations') shown.districts = marked(stations?.districts ?? []);
  if (part === 'stations' || part === 'total') shown.cells = numbered(stations?.cells ?? []);
  if (part === 'bonus' || part === 'total') {
    const places = bonusesOf(score, line).flatMap((item) => Object.values(item.where));
    shown.sections = places.flatMap((where) => where.sections);
    if (part === 'bonus') shown.cells = numbered(places.flatMap((where) => where.cells));
  }
  return shown;
}

/** What an extra is called: an objective by what it asks for. */
export const extraName = (board: Board, item: ScoreItem): string =>
  item.rule === 'objectives' ? objective(board, String(item.how.objective)) : word('extra', item.rule);

export function extraSays(board: Board, item: ScoreItem): string {
  const name = extraName(board, item);
  const { count = 0, needed } = item.where.objective ?? {};
  if (needed) return t('{name}: {count} of {needed}', { name, count: Math.min(count, needed), needed });
  return t('{name}: {number}', { name, number: signed(item.value) });
}

/** Where several numbers make one, a station says which of them it belongs to: on so many lines, passed so often. */
const KINDS: Record<string, (name: string) => string> = {
  interchanges: (name) => name,
  crossings: (name) => (name === 'twice' ? '2×' : '1×'),
  loop: () => '−',
};

export function countExtra(board: Board, item: ScoreItem): Counted {
  const shown = nothing(extraSays(board, item), null);
  const places = Object.entries(item.where);
  const kind = KINDS[item.rule];
  const cells = (name: string, where: Where): Mark[] =>
    kind ? marked(where.cells, kind(name)) : numbered(where.cells);
  shown.cells = places.flatMap(([name, where]) => cells(name, where));
  shown.sections = places.flatMap(([, where]) => where.sections);
  shown.districts = places.flatMap(([, where]) => (where.cells.length ? marked(where.districts) : numbered(where.districts)));
  return shown;
}

const KIND_SAYS: Record<string, (kind: string, values: Values) => string> = {
  interchanges: (lines, values) => t('Stations on {lines} lines: {count} × {points} = {sum}', { ...values, lines }),
  crossings: (kind, values) =>
    kind === 'twice'
      ? t('Crossings passed both ways: {count} × {points} = {sum}', values)
      : t('Crossings passed once: {count} × {points} = {sum}', values),
  tourist: (_, values) => t('Marks, one for each line at a tourist site: {count}', values),
};

/** One kind of what an extra counts: how many, what each brings, and where they are. */
function countKind(board: Board, item: ScoreItem, kind: string): Counted {
  const figures = board.scoring.find(({ rule }) => rule === item.rule)?.figures ?? {};
  const each = { ...figures, ...((figures.values ?? {}) as object) } as Record<string, number>;
  const [count, points] = [Number(item.how[kind] ?? 0), each[kind] ?? 0];
  const says = KIND_SAYS[item.rule]?.(kind, { count, points, sum: count * points }) ?? '';
  const where = Object.fromEntries(Object.entries(item.where).filter(([name]) => name === kind));
  return { ...countExtra(board, { ...item, where }), says };
}

/** The sum of a sheet: its lines, then what the network scores. */
export function totalSays(board: Board, score: Score): string {
  const values = [...board.lines.map((line) => score.lines[line]?.total ?? 0), ...extrasOf(score).map((item) => item.value)];
  const sum = values.reduce((text, value) => (text ? `${text} ${value < 0 ? '−' : '+'} ${Math.abs(value)}` : signed(value)), '');
  return t('Total: {number}', { number: `${sum} = ${signed(score.total)}` });
}

/** The number with this id, on the map. */
export function counted(board: Board, score: Score, id: string): Counted | null {
  const found = find(board, score, id);
  return found && { ...found, low: found.cells.some(({ at }) => pointOf(at)[1] === 0) };
}

function find(board: Board, score: Score, id: string): Counted | null {
  const head = id.split(' ', 1)[0] ?? '';
  const tail = id.slice(head.length + 1);
  if (id === TOTAL) return nothing(totalSays(board, score), null);
  if (head !== 'extra') return score.lines[tail] ? countLine(board, score, tail, head as LinePart) : null;
  const [index, kind] = tail.split(' ');
  const item = extrasOf(score)[Number(index)];
  if (!item) return null;
  return kind ? countKind(board, item, kind) : countExtra(board, item);
}
