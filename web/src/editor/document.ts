// A board in the making, as plain data: what a board file holds. Everything here makes a new document and leaves the old one.

import { pointOf } from '../lib/geometry';
import { PRINTED_LOOP } from '../lib/ink';
import type { Cell, Point } from '../lib/types';

export interface Document {
  name?: string;
  note?: string;
  lines: string[];
  stations: string;
  districts: string;
  central_district?: string;
  secondary_districts?: string[];
  departures: Record<string, Cell>;
  tourist_sites?: { stations: Cell[] };
  river?: { name: string; course?: Point[]; crossed_by: string[] };
  loop?: { colour: string; stations: Cell[]; path: Cell[] };
  aerial_crossings?: Record<Cell, string>;
  deck?: { cards: string[]; round_ends: Record<string, number> | string };
  solo?: { ratings: number[] };
  mechanics?: Figures[];
  modules?: Record<string, Figures>;
  [more: string]: unknown;
}
export type Figures = Record<string, unknown>;

export const NONE = '.';
export const LINES = 4; // that a board has, and so fields to name them

export const cellOf = ([x, y]: Point): Cell => String.fromCharCode(97 + x) + y;
export const lettersOf = (grid: string): string[][] =>
  grid
    .split('\n')
    .map((row) => row.split(/\s+/).filter(Boolean))
    .filter((row) => row.length);
const textOf = (rows: string[][]): string => `${rows.map((row) => row.join(' ')).join('\n')}\n`;

export const sizeOf = (document: Document): Point => {
  const rows = lettersOf(document.stations);
  return [rows[0]?.length ?? 0, rows.length];
};
export const hasCell = (document: Document, [x, y]: Point): boolean => {
  const [columns, rows] = sizeOf(document);
  return x >= 0 && y >= 0 && x < columns && y < rows;
};
export const letterAt = (grid: string, cell: Cell): string => {
  const [x, y] = pointOf(cell);
  return lettersOf(grid)[y]?.[x] ?? '';
};
export const isStation = (document: Document, cell: Cell): boolean => ![NONE, ''].includes(letterAt(document.stations, cell));

function withLetter(grid: string, cell: Cell, letter: string): string {
  const [rows, [x, y]] = [lettersOf(grid), pointOf(cell)];
  const row = rows[y];
  if (row && x < row.length) row[x] = letter;
  return textOf(rows);
}

export const paint = (document: Document, cell: Cell, district: string): Document =>
  letterAt(document.districts, cell) === district ? document : { ...document, districts: withLetter(document.districts, cell, district) };

export const districtsOf = (document: Document): string[] => [...new Set(lettersOf(document.districts).flat())].sort();

/** A letter that no district has yet. */
export const newDistrict = (document: Document): string | undefined => {
  const taken = districtsOf(document);
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((letter) => !taken.includes(letter));
};

/** Another symbol in a cell. Where no station is left, nothing departs from it; where one comes, no crossing is. */
export function put(document: Document, cell: Cell, letter: string): Document {
  if (letterAt(document.stations, cell) === letter) return document;
  const next = { ...document, stations: withLetter(document.stations, cell, letter) };
  if (letter !== NONE) return settled(without(next, 'aerial_crossings', cell));
  next.departures = kept(next.departures, (_, place) => place !== cell);
  if (next.tourist_sites) next.tourist_sites = { stations: next.tourist_sites.stations.filter((one) => one !== cell) };
  return settled(next);
}

/** The loop's stations are those that stand on its path. */
export function settled(document: Document): Document {
  const { loop } = document;
  return loop ? { ...document, loop: { ...loop, stations: loop.path.filter((cell) => isStation(document, cell)) } } : document;
}

const kept = <T>(table: Record<string, T>, keep: (key: string, value: T) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(table).filter(([key, value]) => keep(key, value)));

/** The document without one entry of a table, and without the table once it is empty. */
export function without(document: Document, table: 'aerial_crossings' | 'modules', key: string): Document {
  const before = document[table];
  if (!before || !(key in before)) return document;
  const after = kept<unknown>(before, (name) => name !== key);
  const { [table]: _, ...rest } = document;
  return (Object.keys(after).length ? { ...rest, [table]: after } : rest) as Document;
}

export const withCrossing = (document: Document, cell: Cell, ways: string): Document =>
  document.aerial_crossings?.[cell] === ways
    ? without(document, 'aerial_crossings', cell)
    : { ...document, aerial_crossings: { ...document.aerial_crossings, [cell]: ways } };

/** A tourist site where none is, or none where one is. */
export function turnTourist(document: Document, cell: Cell, on: boolean): Document {
  const sites = document.tourist_sites?.stations ?? [];
  if (sites.includes(cell) === on) return document;
  const stations = on ? [...sites, cell] : sites.filter((one) => one !== cell);
  const { tourist_sites: _, ...rest } = document;
  return (stations.length ? { ...rest, tourist_sites: { stations } } : rest) as Document;
}

export const withDeparture = (document: Document, line: string, cell: Cell | null): Document => ({
  ...document,
  departures: { ...kept(document.departures, (name, place) => name !== line && place !== cell), ...(cell ? { [line]: cell } : {}) },
});

/** A line by another name, and with it wherever it departs. */
export const renamedLine = (document: Document, index: number, name: string): Document => {
  const before = document.lines[index] ?? '';
  const departures = Object.fromEntries(Object.entries(document.departures).map(([line, cell]) => [line === before ? name : line, cell]));
  return { ...document, lines: document.lines.map((line, i) => (i === index ? name : line)), departures };
};

export function withCourse(document: Document, course: Point[]): Document {
  const { river, ...rest } = document;
  if (!course.length && !river?.name) return rest as Document;
  return { ...rest, river: { name: river?.name ?? '', course, crossed_by: river?.crossed_by ?? [] } } as Document;
}

export const withLoopColour = (document: Document, colour: string): Document => (document.loop ? { ...document, loop: { ...document.loop, colour } } : document);

export function withPath(document: Document, path: Cell[]): Document {
  const { loop, ...rest } = document;
  if (!path.length) return rest as Document;
  return settled({ ...rest, loop: { colour: loop?.colour ?? PRINTED_LOOP, stations: [], path } } as Document);
}

/** The document without a key that says nothing: empty text, or nothing at all. */
export function withText(document: Document, key: 'name' | 'note' | 'central_district', text: string): Document {
  const { [key]: _, ...rest } = document;
  return (text || key === 'name' ? { ...rest, [key]: text } : rest) as Document;
}
