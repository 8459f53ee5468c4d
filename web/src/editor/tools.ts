// What a tap on the map does, by the tool in hand. Each makes a new document; null says that nothing can be done there.

import type { Cell, Point } from '../lib/types';
import { isStation, NONE, paint, put, turnTourist, withCourse, withCrossing, withDeparture, withPath, type Document } from './document';

export const TOOLS = ['symbol', 'district', 'departure', 'tourist', 'river', 'loop', 'crossing', 'look'] as const;
export type Tool = (typeof TOOLS)[number];

export interface Hand {
  tool: Tool;
  symbol: string;
  district: string;
  line: string;
  ways: string; // of an aerial crossing
}

export const STROKES: readonly Tool[] = ['symbol', 'district', 'tourist']; // go on while one drags
const NEAR = 0.3; // cells from a point of the river that are meant for it
const GRAIN = 0.05; // cells: a river bends at twentieths

const rounded = (value: number): number => Math.round(Math.round(value / GRAIN) * GRAIN * 100) / 100;

/** Of a stroke the first cell says what the rest get: a second tap on a tourist site takes it away, and so does the stroke. */
export function applied(document: Document, hand: Hand, cell: Cell, begun: Document): Document | null {
  switch (hand.tool) {
    case 'symbol':
      return put(document, cell, hand.symbol);
    case 'district':
      return paint(document, cell, hand.district);
    case 'departure':
      return departure(document, hand.line, cell);
    case 'tourist':
      return isStation(document, cell) ? turnTourist(document, cell, !begun.tourist_sites?.stations.includes(cell)) : null;
    case 'loop':
      return loop(document, cell);
    case 'crossing':
      return isStation(document, cell) ? null : withCrossing(document, cell, hand.ways);
    default:
      return document;
  }
}

const departure = (document: Document, line: string, cell: Cell): Document | null =>
  isStation(document, cell) ? withDeparture(document, line, document.departures[line] === cell ? null : cell) : null;

/** One cell further; the last once more is taken back. */
function loop(document: Document, cell: Cell): Document | null {
  const path = document.loop?.path ?? [];
  if (path.at(-1) === cell) return withPath(document, path.slice(0, -1));
  return path.includes(cell) ? null : withPath(document, [...path, cell]);
}

/** The point of the river that is meant, or -1. */
export const riverPoint = (document: Document, [x, y]: Point): number =>
  (document.river?.course ?? []).findIndex(([u, v]) => Math.hypot(x - u, y - v) < NEAR);

export const movedRiver = (document: Document, index: number, [x, y]: Point): Document => {
  const course = document.river?.course ?? [];
  return withCourse(document, course.map((point, i) => (i === index ? [rounded(x), rounded(y)] : point)));
};
export const longerRiver = (document: Document, [x, y]: Point): Document =>
  withCourse(document, [...(document.river?.course ?? []), [rounded(x), rounded(y)]]);
export const shorterRiver = (document: Document, index = (document.river?.course?.length ?? 0) - 1): Document =>
  withCourse(document, (document.river?.course ?? []).filter((_, i) => i !== index));

/** The line that departs from nowhere yet, from this one on. */
export const nextLine = (document: Document, line: string): string => {
  const order = document.lines.map((_, i) => document.lines[(document.lines.indexOf(line) + i) % document.lines.length] as string);
  return order.find((one) => !(one in document.departures)) ?? line;
};

/** What a key means on the map: a symbol or a district, or nothing. */
export function keyed(hand: Hand, letters: Record<string, string>, key: string): Partial<Hand> | null {
  if (key === 'Delete' || key === 'Backspace') return { tool: 'symbol', symbol: NONE };
  const letter = key.toUpperCase();
  if (key.length !== 1) return null;
  if (hand.tool === 'district') return /[A-Z]/.test(letter) ? { district: letter } : null;
  return letter in letters ? { tool: 'symbol', symbol: letter } : null;
}
