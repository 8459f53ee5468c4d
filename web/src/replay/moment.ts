// A moment of a replay: its address, and what was drawn in it.

import type { Board, Section, Step } from '../lib/types';

export interface Moment {
  step: number; // from 0
  seat: number | null; // null: whichever seat is shown first
}

/** `/r/GAME/12` or, for another seat's sheet, `/r/GAME/12/2`: steps and seats as people count them, from 1. */
export function momentIn(path: string): Moment {
  const [, , step, seat] = path.split('/').filter(Boolean);
  return { step: Math.max(0, (Number.parseInt(step ?? '', 10) || 1) - 1), seat: seat ? (Number.parseInt(seat, 10) || 1) - 1 : null };
}

export const addressOf = (game: string, step: number, seat: number): string => `/r/${game}/${step + 1}/${seat + 1}`;

/** The sections that a seat has drawn in this step. */
export function drawnIn(board: Board, step: Step, seat: number): Section[] {
  if (step.event !== 'turn' || step.seat !== seat) return [];
  const names = new Set(step.do.map((action) => [...action.split('-')].sort().join('-')));
  return board.sections.filter((section) => names.has([...section.name.split('-')].sort().join('-')));
}
