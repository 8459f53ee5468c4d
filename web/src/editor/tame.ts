// A document from anywhere, a file or a stranger: whatever the editor touches has the shape that it expects. What does not
// concern the editor stays as it is, and the server says what is wrong with it.

import type { Cell, Point } from '../lib/types';
import { lettersOf, type Document, type Figures } from './document';

const COLOURS = ['purple', 'blue', 'pink', 'green'];
const EMPTY = Array.from({ length: 10 }, () => Array(10).fill('.').join(' ')).join('\n');

type Table = Record<string, unknown>;
const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value);
const table = (value: unknown): Table => (isTable(value) ? value : {});
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'number') : []);
const textTable = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(table(value)).filter((one): one is [string, string] => typeof one[1] === 'string'));
const isPoint = (value: unknown): value is Point => Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'number');
const isCell = (value: string): boolean => /^[a-z](0|[1-9]\d?)$/.test(value);

/** Whole rows of single letters, at least two by two and at most 26 by 26. */
function grid(value: unknown, columns: number, rows: number, empty: string): string {
  const given = lettersOf(text(value));
  const row = (y: number): string[] => Array.from({ length: columns }, (_, x) => [...(given[y]?.[x] ?? empty)][0] ?? empty);
  return `${Array.from({ length: rows }, (_, y) => row(y).join(' ')).join('\n')}\n`;
}

const side = (length: number): number => Math.max(2, Math.min(26, length));

export function tame(raw: unknown): Document {
  const given = table(raw);
  const drawn = lettersOf(text(given.stations) || EMPTY);
  const [columns, rows] = [side(Math.max(...drawn.map((row) => row.length))), side(drawn.length)];
  const lines = texts(given.lines);
  const found: Document = {
    ...given,
    lines: lines.length === COLOURS.length ? lines : COLOURS,
    stations: grid(given.stations, columns, rows, '.'),
    districts: grid(given.districts, columns, rows, 'A'),
    departures: textTable(given.departures),
  };
  if ('name' in given) found.name = text(given.name);
  if ('note' in given) found.note = text(given.note);
  if ('secondary_districts' in given) found.secondary_districts = texts(given.secondary_districts);
  return withTables(found, given);
}

function withTables(found: Document, given: Table): Document {
  if ('tourist_sites' in given) found.tourist_sites = { stations: texts(table(given.tourist_sites).stations) };
  if ('aerial_crossings' in given) found.aerial_crossings = textTable(given.aerial_crossings);
  if ('solo' in given) found.solo = { ratings: numbers(table(given.solo).ratings) };
  if ('river' in given) found.river = river(table(given.river));
  if ('loop' in given) found.loop = loop(table(given.loop));
  if ('deck' in given) found.deck = deck(table(given.deck));
  if ('mechanics' in given) found.mechanics = Array.isArray(given.mechanics) ? given.mechanics.filter(isTable) : [];
  if ('modules' in given) found.modules = Object.fromEntries(Object.entries(table(given.modules)).map(([name, one]): [string, Figures] => [name, table(one)]));
  return found;
}

function river(given: Table): NonNullable<Document['river']> {
  const course = Array.isArray(given.course) ? { course: given.course.filter(isPoint) } : {};
  return { ...given, name: text(given.name), ...course, crossed_by: texts(given.crossed_by) };
}

const loop = (given: Table): NonNullable<Document['loop']> => ({
  ...given,
  colour: text(given.colour),
  stations: texts(given.stations) as Cell[],
  path: texts(given.path).filter(isCell),
});

function deck(given: Table): NonNullable<Document['deck']> {
  const ends = Object.entries(table(given.round_ends)).filter((one): one is [string, number] => typeof one[1] === 'number');
  return { cards: texts(given.cards), round_ends: typeof given.round_ends === 'string' ? given.round_ends : Object.fromEntries(ends) };
}
