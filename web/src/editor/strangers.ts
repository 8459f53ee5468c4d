// What a file brought that does nothing here, or stands nowhere on the map: it can only be taken away.

import { pointOf } from '../lib/geometry';
import type { Cell } from '../lib/types';
import { hasCell, type Document } from './document';

const TABLES = ['river', 'loop']; // of which all is kept that a file held
const EVERY_RAY = 'every-ray'; // the only way in which sections are derived

/** Their places in the file: keys joined by dots. */
export function strangers(document: Document, known: readonly string[]): string[] {
  const keys = [...Object.keys(document), ...TABLES.flatMap((table) => Object.keys(document[table] ?? {}).map((key) => `${table}.${key}`))];
  const nowhere = (cell: Cell): boolean => !/^[a-z]\d+$/.test(cell) || !hasCell(document, pointOf(cell));
  return [
    ...keys.filter((key) => !known.includes(key) || (key === 'sections' && document.sections !== EVERY_RAY)),
    ...Object.keys(document.departures).filter((line) => !document.lines.includes(line)).map((line) => `departures.${line}`),
    ...Object.keys(document.aerial_crossings ?? {}).filter(nowhere).map((cell) => `aerial_crossings.${cell}`),
    ...(document.tourist_sites?.stations ?? []).filter(nowhere).map((cell) => `tourist_sites.${cell}`),
  ];
}

/** The document without one of them. */
export function withoutStranger(document: Document, place: string): Document {
  if (place in document) {
    const { [place]: _, ...rest } = document;
    return rest as Document;
  }
  const [table = '', ...rest] = place.split('.');
  const key = rest.join('.');
  const held = document[table] as Record<string, unknown>;
  if (table === 'tourist_sites') return { ...document, tourist_sites: { stations: document.tourist_sites?.stations.filter((cell) => cell !== key) ?? [] } };
  return { ...document, [table]: Object.fromEntries(Object.entries(held).filter(([name]) => name !== key)) };
}
