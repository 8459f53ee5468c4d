// Which turns of a review are worth looking at first.

import type { SeatReview, TurnReview, WhatIf } from '../lib/types';

export type Filter = 'all' | 'decisions' | 'mistakes' | 'next-up'; // the last: where the next level up does better

const WELL = 3;
const [FEWEST, MOST] = [3, 5]; // moves that mattered

export const placeOf = (turn: { round: number; turn: number }): string => `${turn.round}.${turn.turn}`;

export function kept(turn: TurnReview, filter: Filter): boolean {
  if (filter === 'next-up') return turn.next_up !== null;
  return filter === 'all' || (filter === 'decisions' ? turn.choice : !turn.as_good);
}

/** By how much the answer that was given is better than the next best; 0 if it was not the best. */
export function margin(turn: TurnReview): number {
  const [best, next] = turn.replies;
  return best?.played && next ? best.value - next.value : 0;
}

/** Where the best answer was found although others were clearly worse; the clearest first. */
export const wentWell = (seat: SeatReview, noise: number): TurnReview[] =>
  seat.turns
    .filter((turn) => turn.choice && margin(turn) > noise)
    .sort((a, b) => margin(b) - margin(a))
    .slice(0, WELL);

/** The answers that cost most. Those come first that the next level up does better: they are the ones to learn from. */
export function mattered(seat: SeatReview): TurnReview[] {
  const missed = seat.turns.filter((turn) => !turn.as_good).sort((a, b) => b.lost - a.lost);
  const within = missed.filter((turn) => turn.next_up);
  const beyond = missed.filter((turn) => !turn.next_up);
  const found = within.slice(0, MOST);
  const room = (within.length ? FEWEST : MOST) - found.length;
  return [...found, ...beyond.slice(0, Math.max(0, room))];
}

/** A seat without the turns of the game that it went on from: those were answered by whoever played that one. */
export function playedHere(seat: SeatReview, from: WhatIf | null): SeatReview {
  if (!from) return seat;
  const here = ({ round, turn }: TurnReview): boolean => round > from.round || (round === from.round && turn >= from.turn);
  return { ...seat, turns: seat.turns.filter(here) };
}

/** The next turn in this direction that surely lost something, from here on; -1 if there is none. */
export function mistakeFrom(turns: TurnReview[], at: number, step: 1 | -1): number {
  for (let i = at + step; i >= 0 && i < turns.length; i += step) if (!turns[i]?.as_good) return i;
  return -1;
}

/** `#2.5` is the fifth turn of the second round, `#2.5/3` the same of the third seat. */
export function placeIn(hash: string): { place: string; seat: number | null } {
  const [place = '', seat = ''] = hash.split('/');
  return { place, seat: seat ? (Number.parseInt(seat, 10) || 1) - 1 : null };
}

export const addressOf = (game: string, place: string, seat: number): string => `/r/${game}/review#${place}/${seat + 1}`;

export interface Swing {
  seat: number;
  at: number; // the turn, from 0
  by: number; // in the unit of the totals
}

/** Against each other seat: the turn in which the gap between the expected totals changed most, of those in which they differ. */
export function swings(totals: number[][], mine: number, differ: (other: number, at: number) => boolean = () => true): Swing[] {
  const own = totals[mine] ?? [];
  return totals.flatMap((others, seat) => {
    if (seat === mine) return [];
    let best: Swing = { seat, at: 0, by: 0 };
    for (let i = 1; i < Math.min(own.length, others.length); i++) {
      const gap = (at: number): number => (own[at] ?? 0) - (others[at] ?? 0);
      const by = gap(i) - gap(i - 1);
      if (Math.abs(by) > Math.abs(best.by) && differ(seat, i - 1)) best = { seat, at: i - 1, by };
    }
    return best.by ? [best] : [];
  });
}
