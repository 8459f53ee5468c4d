// What happened between two views, as scenes to be shown one after the other: each card on which nothing could be drawn, a
// finished line counted on the map, the next pencil. After a long absence only the last of these is told.

import { faceOf, isSwitch } from '../lib/cards';
import { t } from '../lib/i18n.svelte';
import type { Board, Notice, Seat, Token, View } from '../lib/types';
import { about, word } from '../lib/words';
import { countExtra, countLine, extrasOf, type Counted, type LinePart } from '../sheet/counted';

// How long, in ms: a round's curtain takes about two seconds however much there is to count.
const PARTS = 900;
const SUM = 500;
const NEXT = 800;

export interface Scene {
  kind: 'missed' | 'counted' | 'next';
  words: string;
  more: string[]; // what the round brings beside its pencil
  ms: number;
  told: boolean; // whether it is also told where nothing moves
  cards: string[];
  shown: Counted | null;
  line: string | null;
}

const scene = (kind: Scene['kind'], words: string, ms: number, rest: Partial<Scene> = {}): Scene => ({
  kind,
  words,
  ms,
  more: [],
  told: true,
  cards: [],
  shown: null,
  line: null,
  ...rest,
});

/** How many rounds a table has behind it. */
function finished(view: View): number {
  if (view.phase === 'over') return view.seats[0]?.pencils.length ?? 0;
  return Math.max(0, (view.round ?? 1) - 1);
}

/** What the page has not shown yet; `before` is what it has seen last, null if it has just come. */
export function scenes(board: Board, before: View | null, now: View): Scene[] {
  const seat = now.seats[now.me ?? 0];
  if (now.phase === 'lobby' || !seat?.score) return [];
  if (!before || before.phase === 'lobby') return opening(board, now, seat);
  const done = finished(now);
  const on = now.phase === 'playing' ? (now.round ?? 1) : 0;
  if (done === finished(before)) return missed(board, now, before.number, on);
  return [
    ...missed(board, now, before.number, done),
    ...(now.lesson ? [] : counting(board, seat, seat.pencils[done - 1] ?? '')), // a lesson counts it with its learner
    ...(on ? [next(board, now, seat)] : []),
    ...missed(board, now, before.number, on),
  ];
}

/** Somebody who comes before anything was drawn is shown where the first line starts; a lesson shows it itself. */
function opening(board: Board, now: View, seat: Seat): Scene[] {
  const begun = Object.values(seat.sheet?.lines ?? {}).some((line) => line.sections.length);
  if (begun || now.lesson || now.round !== 1 || now.phase !== 'playing') return [];
  return [next(board, now, seat), ...missed(board, now, 0, 1)];
}

function missed(board: Board, now: View, since: number, round: number): Scene[] {
  const mine = (one: Notice): boolean => one.seat === (now.me ?? 0) && one.why === 'nothing' && one.round === round;
  return now.notices
    .filter((one) => one.number > since && mine(one))
    .map(({ cards }) => scene('missed', noWay(board, cards), 1100, { cards }));
}

function noWay(board: Board, cards: string[]): string {
  const face = faceOf(board, cards.find((card) => !isSwitch(card)) ?? '');
  return word('no-way', face);
}

/** The line's row of the pad, number by number. */
function counting(board: Board, seat: Seat, line: string): Scene[] {
  const { score, sheet } = seat;
  const row = score?.lines[line];
  if (!score || !row) return [];
  const number = board.lines.indexOf(line) + 1;
  if (!row.districts) return [scene('counted', t('Line {line}: nothing was drawn', { line: number }), SUM, { line })];
  const part = (name: LinePart): Counted => countLine(board, score, line, name);
  const stations = new Set(sheet?.lines[line]?.stations);
  const touched = extrasOf(score).filter(
    (item) => item.value > 0 && Object.values(item.where).some(({ cells }) => cells.some((cell) => stations.has(cell))),
  );
  const parts = [
    part('districts'),
    part('stations'),
    ...(row.bonus ? [part('bonus')] : []),
    ...touched.map((item) => countExtra(board, item)),
  ];
  return [
    ...parts.map((shown) => scene('counted', shown.says, PARTS / parts.length, { shown, told: false, line })),
    scene('counted', part('total').says, SUM, { shown: part('total'), line }),
  ];
}

function next(board: Board, now: View, seat: Seat): Scene {
  const line = seat.pencil ?? '';
  const values = { round: now.round ?? 1, line: board.lines.indexOf(line) + 1, name: seat.name };
  const words =
    now.me === null
      ? t('Round {round}: {name} draws line {line}', values)
      : values.round === 1
        ? t('Your line {line} starts at the station marked {line}', values)
        : t('Round {round}: you draw line {line}, from the station marked {line}', values);
  const cell = board.departures[line];
  const shown = { says: words, line, cells: cell ? [{ at: cell, text: String(values.line) }] : [], districts: [], sections: [] };
  const more = now.tokens.flatMap((token) => brings(token, line));
  return scene('next', words, more.length ? 2 * NEXT : NEXT, { line, more, shown: { ...shown, low: false, pulses: true } });
}

/** What was dealt for this round, or for this pencil. */
function brings({ kind, thing, line, symbol, spent }: Token, pencil: string): string[] {
  const values = { thing: word(kind, thing), about: about(kind, thing), face: word('face', symbol ?? '') };
  if (symbol) return [t('This round, whenever a {face} is turned: {thing}. {about}', values)];
  return line === pencil && !spent ? [t('Once this round: {thing}. {about}', values)] : [];
}
