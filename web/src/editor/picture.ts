// The document as a board to look at: at once from what is drawn, with the sections that the server last derived.

import { pointOf } from '../lib/geometry';
import type { Board, BoardCheck, Cell, Kit, Station } from '../lib/types';
import { cellOf, lettersOf, NONE, sizeOf, type Document } from './document';

const WILD = ['wild', 'monument', 'platform'];
const SYMBOLS = ['circle', 'square', 'triangle', 'pentagon'];

function stationsOf(document: Document, kit: Kit, derived: readonly Station[]): Station[] {
  const platforms = derived.filter(({ cells }) => cells.length > 1 && cells.every((cell) => letter(document, cell) === '#'));
  const covered = new Set(platforms.flatMap(({ cells }) => cells));
  const sights = document.tourist_sites?.stations ?? [];
  const single = lettersOf(document.stations).flatMap((row, y) =>
    row.flatMap((sign, x) => {
      const cell = cellOf([x, y]);
      if (sign === NONE || covered.has(cell)) return [];
      const kind = kit.letters[sign] ?? '';
      const tags = [...(WILD.includes(kind) ? [kind] : []), ...(sights.includes(cell) ? ['tourist'] : [])];
      return [{ cell, cells: [cell], symbols: WILD.includes(kind) ? SYMBOLS : [kind], district: '', tags }];
    }),
  );
  return [...single, ...platforms];
}

const letter = (document: Document, cell: Cell): string => {
  const [x, y] = pointOf(cell);
  return lettersOf(document.stations)[y]?.[x] ?? '';
};

export function pictureOf(document: Document, kit: Kit, check: BoardCheck | null): Board {
  const [columns, rows] = sizeOf(document);
  const there = new Set(Object.keys(kit.letters).filter((sign) => sign !== NONE));
  const isThere = (cell: Cell): boolean => there.has(letter(document, cell));
  return {
    id: 'drawn',
    name: document.name ?? '',
    note: null,
    columns,
    rows,
    lines: document.lines,
    deck: [],
    grid: lettersOf(document.districts).map((row) => row.join('')),
    stations: stationsOf(document, kit, check?.stations ?? []),
    sections: (check?.sections ?? []).filter(({ name }) => name.split('-').every(isThere)),
    departures: document.departures,
    corners: [],
    crossings: document.aerial_crossings ?? {},
    river: document.river?.course?.length ? { name: document.river.name, course: document.river.course } : null,
    loop: document.loop ? { colour: document.loop.colour, path: document.loop.path.map(pointOf) } : null,
    central_district: document.central_district ?? null,
    secondary_districts: document.secondary_districts ?? [],
    ratings: [],
    joker: 'joker',
    scoring: [],
    rules: [],
    modules: [],
    packs: {},
    bests: {},
  };
}
