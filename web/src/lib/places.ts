// What stations and districts are called: by what the map shows, a symbol and the side of the city it lies on. The cell is
// only said where that fits two stations.

import { pointOf } from './geometry';
import { t } from './i18n.svelte';
import type { Board, Cell, Point, Station } from './types';
import { word } from './words';

const SIDES = ['east', 'south-east', 'south', 'south-west', 'west', 'north-west', 'north', 'north-east'];

interface Area {
  letter: string;
  from: Point; // how far its middle lies from the middle of the map
  corner: boolean;
}

const known = new WeakMap<Board, Area[]>();

function areas(board: Board): Area[] {
  const found = known.get(board) ?? measured(board);
  known.set(board, found);
  return found;
}

function measured(board: Board): Area[] {
  const cells = new Map<string, Point[]>();
  board.grid.forEach((row, y) => [...row].forEach((letter, x) => cells.set(letter, [...(cells.get(letter) ?? []), [x, y]])));
  const [right, bottom] = [board.columns - 1, board.rows - 1];
  return [...cells].map(([letter, all]) => ({
    letter,
    from: [mean(all.map(([x]) => x)) - right / 2, mean(all.map(([, y]) => y)) - bottom / 2],
    corner: all.some(([x, y]) => (x === 0 || x === right) && (y === 0 || y === bottom)),
  }));
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const far = ({ from: [x, y] }: Area): number => Math.hypot(x, y);

function sideOf(board: Board, area: Area): string {
  if (area.letter === board.central_district || far(area) < board.columns / 20) return 'centre';
  const [x, y] = area.from;
  return SIDES[(Math.round(Math.atan2(y, x) / (Math.PI / 4)) + 8) % 8] ?? '';
}

/** A district by the side it lies on; of several there the outermost may be the corner, the next inwards is «inner». */
export function districtName(board: Board, letter: string): string {
  const all = areas(board);
  const here = all.find((area) => area.letter === letter);
  if (!here) return letter;
  const side = sideOf(board, here);
  const place = word('place', side);
  const group = all.filter((area) => sideOf(board, area) === side).sort((a, b) => far(b) - far(a));
  if (group.length > 1 && group[0]?.corner) {
    if (here === group[0]) return t('{place} corner', { place });
    group.shift();
  }
  const order = group.indexOf(here);
  if (order > 1) return t('district {letter}', { letter });
  return order ? t('inner {place}', { place }) : place;
}

export function stationAt(board: Board, cell: Cell): Station | undefined {
  return board.stations.find((station) => station.cells.includes(cell));
}

/** What a station shows, without where it is. */
export function shows(station: Station): string {
  const proper = ['platform', 'monument'].find((tag) => station.tags.includes(tag));
  if (proper) return word('station', proper);
  const face = station.symbols.length === 1 ? word('face', station.symbols[0] ?? '') : t('every symbol');
  return station.tags.includes('tourist') ? t('{face}, {tag}', { face, tag: word('station', 'tourist') }) : face;
}

/** A station within its district. */
export function shortName(board: Board, cell: Cell): string {
  const station = stationAt(board, cell);
  if (!station) return cell;
  const name = shows(station);
  const twin = board.stations.some((one) => one !== station && one.district === station.district && shows(one) === name);
  return twin ? t('{face} {cell}', { face: name, cell: station.cell }) : name;
}

export function stationName(board: Board, cell: Cell): string {
  const station = stationAt(board, cell);
  if (!station) return cell;
  return t('{station}, {district}', { station: shortName(board, cell), district: districtName(board, station.district) });
}

/** From the left and from the top, as one would read the map. */
export const inOrder = (a: Cell, b: Cell): number => pointOf(a)[1] - pointOf(b)[1] || pointOf(a)[0] - pointOf(b)[0];
