// A sheet in words, for those who do not see it: each line's way and ends, then district by district.

import { listed, t, tn } from '../lib/i18n.svelte';
import { districtName, inOrder, shortName, stationAt, stationName } from '../lib/places';
import type { Board, Cell, Sheet } from '../lib/types';
import { lineName } from '../lib/words';

type Drawn = NonNullable<Sheet['lines'][string]>;

/** The line's stations as chains: from an end as far as it goes, then each branch from the station where it leaves. */
export function chains(board: Board, drawn: Drawn): Cell[][] {
  const near = new Map<Cell, Cell[]>();
  for (const name of drawn.sections) {
    const section = board.sections.find((one) => one.name === name);
    if (!section) continue;
    near.set(section.a, [...(near.get(section.a) ?? []), section.b]);
    near.set(section.b, [...(near.get(section.b) ?? []), section.a]);
  }
  const found: Cell[][] = [];
  const seen = new Set<Cell>();
  const follow = (chain: Cell[]): void => {
    const here = chain.at(-1) as Cell;
    seen.add(here);
    const next = (near.get(here) ?? []).find((cell) => !seen.has(cell));
    if (next) follow([...chain, next]);
    else if (chain.length > 1) found.push(chain);
    for (const cell of near.get(here) ?? []) if (!seen.has(cell)) follow([here, cell]);
  };
  const first = [...drawn.ends].sort(inOrder).find((end) => near.has(end)) ?? near.keys().next().value;
  if (first) follow([first]);
  return found.sort((a, b) => b.length - a.length || 0);
}

function lineWords(board: Board, line: string, drawn: Drawn | undefined): string[] {
  const name = lineName(board, line);
  if (!drawn?.sections.length)
    return [t('{line}: not drawn yet. It departs from {station}.', { line: name, station: stationName(board, board.departures[line] ?? '') })];
  const [main = [], ...branches] = chains(board, drawn).map((chain) => chain.map((cell) => stationName(board, cell)).join('; '));
  const ends = listed(drawn.ends.map((cell) => stationName(board, cell)));
  return [
    t('{line}, {stations}: {way}.', {
      line: name,
      stations: tn('{count} station', '{count} stations', drawn.stations.length),
      way: String(main),
    }),
    ...branches.map((way) => t('A branch: {way}.', { way })),
    t('It ends at {stations}.', { stations: ends }),
  ];
}

/** What runs under the river, line by line. */
function tagged(board: Board, sheet: Sheet): string[] {
  const river = new Set(board.sections.filter((section) => section.tags.includes('river')).map((section) => section.name));
  return board.lines.flatMap((line) => {
    const count = (sheet.lines[line]?.sections ?? []).filter((name) => river.has(name)).length;
    if (!count) return [];
    const crossed = tn('{count} section under the river', '{count} sections under the river', count);
    return [t('{name}: {value}', { name: lineName(board, line), value: crossed })];
  });
}

function districtWords(board: Board, sheet: Sheet): string[] {
  const letters = [...new Set(board.stations.map((station) => station.district))];
  const empty: string[] = [];
  const told = letters.flatMap((letter) => {
    const here = board.lines.flatMap((line) => {
      const cells = (sheet.lines[line]?.stations ?? []).filter((cell) => stationAt(board, cell)?.district === letter);
      if (!cells.length) return [];
      const stations = listed(cells.sort(inOrder).map((cell) => shortName(board, cell)));
      return [t('{line} at {stations}', { line: lineName(board, line), stations })];
    });
    if (!here.length) empty.push(districtName(board, letter));
    return here.length ? [t('{name}: {value}', { name: districtName(board, letter), value: here.join('; ') })] : [];
  });
  return empty.length ? [...told, t('No line yet in: {districts}.', { districts: empty.join('; ') })] : told;
}

export interface Words {
  lines: string[];
  districts: string[];
}

export const inWords = (board: Board, sheet: Sheet): Words => ({
  lines: [...board.lines.flatMap((line) => lineWords(board, line, sheet.lines[line])), ...tagged(board, sheet)],
  districts: districtWords(board, sheet),
});
