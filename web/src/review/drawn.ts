// What a reply puts on the map.

import { pointOf } from '../lib/geometry';
import type { Board, Point, Section, Sheet, Step, TurnReview } from '../lib/types';

export interface Marks {
  sections: Section[];
  circles: Point[];
}

const sorted = (name: string): string => name.split('-').sort().join('-');

/** The sections and circles that a reply in the words of a log draws. */
export function marked(board: Board, moves: string[]): Marks {
  const names = new Set(moves.filter((move) => !move.includes(' ')).map(sorted));
  const circles = moves.flatMap((move) => (move.startsWith('circle ') ? [pointOf(move.slice('circle '.length))] : []));
  return { sections: board.sections.filter((section) => names.has(sorted(section.name))), circles };
}

/** Whether two replies draw the same, in whatever words. */
export const alike = (one: string[], other: string[]): boolean => one.map(sorted).sort().join() === other.map(sorted).sort().join();

const EMPTY: Sheet = { lines: {} };

/** A seat's sheet when the cards of a turn were turned. */
export const sheetBefore = (steps: Step[], turn: TurnReview, seat: number): Sheet =>
  steps.find((step) => step.event === 'flip' && step.round === turn.round && step.turn === turn.turn)?.sheets[seat] ?? EMPTY;

export interface Reached {
  districts: number; // that the line did not have
  meets: number; // stations that another line has
}

/** What the sections of a reply reach that the line did not have before. */
export function reached(board: Board, sheet: Sheet, line: string, moves: string[]): Reached {
  const have = new Set(sheet.lines[line]?.stations ?? []);
  const there = marked(board, moves).sections.flatMap((section) => [section.a, section.b]).filter((cell) => !have.has(cell));
  const stations = board.stations.filter((station) => station.cells.some((cell) => there.includes(cell)));
  const known = new Set(board.stations.filter((s) => s.cells.some((cell) => have.has(cell))).map((s) => s.district));
  const others = new Set(Object.entries(sheet.lines).flatMap(([name, { stations: all }]) => (name === line ? [] : all)));
  return {
    districts: new Set(stations.map((s) => s.district).filter((district) => !known.has(district))).size,
    meets: stations.filter((station) => station.cells.some((cell) => others.has(cell))).length,
  };
}
