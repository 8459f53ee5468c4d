// Where the stamps of a city's districts are printed: inside the district, as far from stations and sections as can be.

import { distanceTo, pointOf } from '../lib/geometry';
import type { Board, Point } from '../lib/types';

export interface Stamp {
  letter: string;
  points: number;
  at: Point;
}

const OFFSETS = [-0.34, -0.17, 0, 0.17, 0.34];
const ENOUGH = 0.3; // for an inked stamp; beyond that the middle of the district is better
const STATION = 0.2; // a station takes more room than a section does

export function stampsOf(board: Board): Stamp[] {
  const values = board.scoring.find((scoring) => scoring.rule === 'stamps')?.figures.values ?? {};
  return Object.entries(values as Record<string, number>).map(([letter, points]) => ({
    letter,
    points,
    at: freest(board, letter),
  }));
}

/** How far a point is from whatever a line may be drawn over. */
export function clearance(board: Board, point: Point): number {
  const stations = board.stations.flatMap((station) => station.cells.map(pointOf));
  const gaps = stations.map(([x, y]) => Math.hypot(point[0] - x, point[1] - y) - STATION);
  return Math.min(...gaps, ...board.sections.map((section) => distanceTo(point, section.path)));
}

function freest(board: Board, letter: string): Point {
  const cells = board.grid.flatMap((row, y) => [...row].flatMap((here, x): Point[] => (here === letter ? [[x, y]] : [])));
  const middle = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + (cell[axis] ?? 0), 0) / cells.length);
  const places = cells.flatMap(([x, y]) => OFFSETS.flatMap((dy) => OFFSETS.map((dx): Point => [x + dx, y + dy])));
  const astray = ([x, y]: Point): number => Math.hypot(x - (middle[0] ?? 0), y - (middle[1] ?? 0));
  const worth = (place: Point): number => 20 * Math.min(ENOUGH, clearance(board, place)) - astray(place);
  return places.reduce((best, place) => (worth(place) > worth(best) ? place : best), places[0] ?? [0, 0]);
}
