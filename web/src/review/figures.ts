// The figures of a review as they are shown: to a tenth, and so that what is shown adds up exactly.
// Expected totals, luck and losses are rounded from their own running sums, so none is off by more than a tenth; drift takes
// what rounding leaves. All of it is counted in tenths, as whole numbers.

import { language } from '../lib/i18n.svelte';
import type { SeatReview, TurnReview } from '../lib/types';

export interface TurnFigures {
  worth: number; // expected before the cards
  luck: number;
  lost: number;
  drift: number;
  after: number; // expected after the answer
}

export interface SeatFigures {
  par: number;
  luck: number;
  lost: number;
  drift: number;
  score: number;
  turns: TurnFigures[];
}

const tenths = (value: number): number => Math.round(value * 10);

/** Each item rounded so that any first few of them add up to their own sum, rounded. */
function shares(values: number[]): number[] {
  let [sum, shown] = [0, 0];
  return values.map((value) => {
    sum += value;
    const share = tenths(sum) - shown;
    shown += share;
    return share + 0; // no −0
  });
}

export function figures(seat: SeatReview): SeatFigures {
  const luck = shares(seat.turns.map((turn) => turn.luck));
  const lost = shares(seat.turns.map((turn) => turn.lost));
  const worths = [...seat.turns.map((turn) => tenths(turn.worth)), seat.score * 10];
  const turns = seat.turns.map((_, i) => {
    const [worth, after] = [worths[i] ?? 0, worths[i + 1] ?? 0];
    const [lucky, less] = [luck[i] ?? 0, lost[i] ?? 0];
    return { worth, luck: lucky, lost: less, drift: after - worth - lucky + less, after };
  });
  const total = (of: (turn: TurnFigures) => number): number => turns.reduce((sum, turn) => sum + of(turn), 0);
  return {
    par: worths[0] ?? 0,
    luck: total((turn) => turn.luck),
    lost: total((turn) => turn.lost),
    drift: total((turn) => turn.drift),
    score: seat.score * 10,
    turns,
  };
}

export interface Part {
  rule: string;
  by: number; // in tenths
}

export const TO_COME = 'to_come';

/** What the better reply has more, by scoring rule and in what is still to come; adds up to what is shown as lost. */
export function parts(turn: Pick<TurnReview, 'difference'>, lost: number): Part[] {
  const rules = Object.entries(turn.difference).filter(([rule]) => rule !== TO_COME);
  const now = rules.map(([rule, by]) => ({ rule, by: tenths(by) }));
  const later = lost - now.reduce((sum, part) => sum + part.by, 0);
  return later ? [...now, { rule: TO_COME, by: later }] : now;
}

/** What another reply is worth more than the one that was played: what is shown as lost, less what it falls short of the best. */
export const better = (turn: Pick<TurnReview, 'lost'>, by: number, lost: number): number => lost - tenths(turn.lost - by);

const printed = (value: number, signDisplay: 'auto' | 'exceptZero'): string =>
  new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay })
    .format(value / 10)
    .replace('-', '−');

/** 31 is «3.1», or «3,1». */
export const points = (value: number): string => printed(value, 'auto');

/** The same as a gain or a loss. */
export const gain = (value: number): string => printed(value, 'exceptZero');
