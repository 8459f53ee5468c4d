// A larger or a smaller map: rows and columns come and go at its four sides, and what stands on it stays where it is.

import { pointOf } from '../lib/geometry';
import type { Cell, Point } from '../lib/types';
import { cellOf, lettersOf, NONE, settled, sizeOf, type Document } from './document';

export interface Sides {
  left?: number;
  right?: number;
  top?: number;
  bottom?: number;
}
export const FEWEST = 2; // rows and columns

const span = (sides: Sides, [columns, rows]: Point): Point => [
  columns + (sides.left ?? 0) + (sides.right ?? 0),
  rows + (sides.top ?? 0) + (sides.bottom ?? 0),
];

export const fits = (document: Document, sides: Sides, most: number): boolean =>
  span(sides, sizeOf(document)).every((side) => side >= FEWEST && side <= most);

/** Where a cell is afterwards; null if it is cut off. */
function mover(document: Document, sides: Sides): (cell: Cell) => Cell | null {
  const [columns, rows] = span(sides, sizeOf(document));
  return (cell) => {
    const [x, y] = pointOf(cell);
    const [u, v] = [x + (sides.left ?? 0), y + (sides.top ?? 0)];
    return u >= 0 && v >= 0 && u < columns && v < rows ? cellOf([u, v]) : null;
  };
}

/** The stations and crossings that would be cut off. */
export function cutOff(document: Document, sides: Sides): Cell[] {
  const move = mover(document, sides);
  const stations = lettersOf(document.stations).flatMap((row, y) => row.flatMap((letter, x) => (letter === NONE ? [] : [cellOf([x, y])])));
  return [...stations, ...Object.keys(document.aerial_crossings ?? {})].filter((cell) => !move(cell));
}

function resizedGrid(grid: string, sides: Sides, fill: (x: number, y: number, rows: string[][]) => string): string {
  const rows = lettersOf(grid);
  const [columns, count] = span(sides, [rows[0]?.length ?? 0, rows.length]);
  const at = (x: number, y: number): string => rows[y]?.[x] ?? fill(x, y, rows);
  const made = Array.from({ length: count }, (_, y) =>
    Array.from({ length: columns }, (_, x) => at(x - (sides.left ?? 0), y - (sides.top ?? 0))).join(' '),
  );
  return `${made.join('\n')}\n`;
}

/** What is new is nobody's station, and in the district that lies next to it. */
export function resized(document: Document, sides: Sides): Document {
  const move = mover(document, sides);
  const cells = (list: Cell[]): Cell[] => list.flatMap((cell) => move(cell) ?? []);
  const near = (value: number, last: number): number => Math.max(0, Math.min(last, value));
  const next: Document = {
    ...document,
    stations: resizedGrid(document.stations, sides, () => NONE),
    districts: resizedGrid(document.districts, sides, (x, y, rows) => rows[near(y, rows.length - 1)]?.[near(x, (rows[0]?.length ?? 1) - 1)] ?? 'A'),
    departures: Object.fromEntries(Object.entries(document.departures).flatMap(([line, cell]) => (move(cell) ? [[line, move(cell) as Cell]] : []))),
  };
  if (document.tourist_sites) next.tourist_sites = { stations: cells(document.tourist_sites.stations) };
  if (document.loop) next.loop = { ...document.loop, path: cells(document.loop.path) };
  if (document.aerial_crossings) {
    next.aerial_crossings = Object.fromEntries(Object.entries(document.aerial_crossings).flatMap(([cell, ways]) => (move(cell) ? [[move(cell) as Cell, ways]] : [])));
  }
  const course = document.river?.course;
  if (document.river && course) {
    next.river = { ...document.river, course: course.map(([x, y]): Point => [x + (sides.left ?? 0), y + (sides.top ?? 0)]) };
  }
  return settled(next);
}
