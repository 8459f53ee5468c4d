// What is new at a table, in sentences for the ears: from the view that was there before to the one that is now. All of
// it is the server's; nothing is said twice, and what bots do only when a round ends.

import { faceOf, isSwitch, suitOf } from '../lib/cards';
import { t, tn } from '../lib/i18n.svelte';
import { stationName } from '../lib/places';
import type { Answer, Board, Seat, View } from '../lib/types';
import { lineName, word } from '../lib/words';
import { isUse } from '../sheet/options';
import { asked } from './prompt';
import { reached } from './reached';
import { headline } from './result';

const TOLD = 5; // places that are named; of more the best

const sentence = (text: string): string => (/[.!?…:]$/.test(text) ? text : `${text}.`);
const moment = (view: View): string => `${view.round} ${view.turn}`;
const mine = (view: View): Seat | undefined => view.seats[view.me ?? -1];

function card(board: Board, name: string): string {
  return t('{suit}, {face}', { suit: word('suit', suitOf(name)), face: word('face', faceOf(board, name)) });
}

function cardNews(board: Board, view: View): string {
  const [first = '', second] = (view.turned.at(-1) ?? []).map((name) => card(board, name));
  const cards = second ? t('{switch} with {card}', { switch: first, card: second }) : first;
  return t('Round {round}, turn {turn}: {cards}.', { round: view.round ?? 1, turn: view.turn ?? 1, cards });
}

function toGo(view: View): string[] {
  if (view.last_turn) return [sentence(t('Last turn of this round'))];
  return Object.entries(view.to_go).map(([suit, count]) =>
    sentence(tn('{count} {suit} card to go', '{count} {suit} cards to go', count, { suit: word('suit', suit) })),
  );
}

/** How many stations can be reached now, where they are and what the line would be worth: the best first. */
export function placesNews(board: Board, answer: Answer | null): string {
  const best = new Map<string, number>();
  for (const { section, target, line } of answer?.options ?? [])
    if (section && target) best.set(target, Math.max(line ?? 0, best.get(target) ?? 0));
  const all = [...best].sort((a, b) => b[1] - a[1]);
  if (!all.length) return '';
  const named = all.slice(0, TOLD).map(([cell, points]) => t('{station}, worth {points}', { station: stationName(board, cell), points }));
  const rest = all.length > TOLD ? [tn('{count} more', '{count} more', all.length - TOLD)] : [];
  return tn('{count} place: {places}.', '{count} places: {places}.', all.length, { places: [...named, ...rest].join('; ') });
}

/** The prompt, and where one could go. */
function question(board: Board, view: View): string[] {
  return [sentence(asked(board, view)), placesNews(board, view.answer)];
}

function drawn(board: Board, view: View, answer: Answer): string {
  const action = answer.actions.at(-1) ?? '';
  const worth = { points: answer.score.lines[mine(view)?.pencil ?? '']?.total ?? 0, total: answer.score.total };
  const [head = '', rest = ''] = action.split(' ');
  if (head === 'circle') return t('Circled: {station}. The line is worth {points}, the total {total}.', { station: stationName(board, rest), ...worth });
  if (isUse({ do: action } as Answer['options'][number])) return t('Used: {power}.', { power: word('power', rest) });
  if (head === 'skip') return t('Bonus skipped.');
  return t('Drawn to {station}. The line is worth {points}, the total {total}.', { station: stationName(board, head.split('-')[1] ?? ''), ...worth });
}

/** My own draft has changed. */
function step(board: Board, before: View, now: View): string[] {
  const [old, answer] = [before.answer, now.answer];
  if (!answer || !old || old.actions.join() === answer.actions.join()) return [];
  const back = answer.actions.length < old.actions.length;
  if (back) return [t('Taken back.'), ...question(board, now)];
  const known = reached(board, before);
  const got = reached(board, now).filter((text) => !known.includes(text));
  return [drawn(board, now, answer), ...got.map(sentence), ...question(board, now)];
}

function totals(view: View): string {
  const all = view.seats.map((seat) => t('{name}: {value}', { name: seat.name, value: seat.score?.total ?? 0 }));
  return t('Totals: {totals}.', { totals: all.join('; ') });
}

function lineDone(board: Board, before: View, now: View): string[] {
  const line = mine(before)?.pencil;
  const worth = line ? mine(now)?.score?.lines[line] : undefined;
  if (!line || !worth) return [];
  const { districts, stations, bonus, total } = worth;
  return [t('{line} is finished: {districts} times {stations} plus {bonus} is {total}.', { line: lineName(board, line), districts, stations, bonus, total })];
}

function roundBegins(board: Board, view: View): string[] {
  const seat = mine(view);
  const begins = t('Round {round} of {rounds}', { round: view.round ?? 1, rounds: view.seats[0]?.pencils.length ?? 4 });
  if (!seat?.pencil) return [sentence(begins)];
  const station = stationName(board, board.departures[seat.pencil] ?? '');
  return [sentence(begins), t('You draw {line}, from {station}.', { line: lineName(board, seat.pencil), station })];
}

function result(board: Board, before: View, now: View): string[] {
  const solo = now.result?.solo;
  const points = solo ? tn('{count} point', '{count} points', solo.score) : '';
  const verdict = solo ? `${sentence(points)} ${sentence(word('verdict', String(solo.rating)))}` : `${sentence(headline(now))} ${totals(now)}`;
  return [...lineDone(board, before, now), sentence(t('The game is over')), verdict];
}

/** Others who have answered; what was played for me. */
function others(before: View, now: View): string[] {
  const confirmed = now.seats.filter(
    (seat, index) => index !== now.me && seat.kind === 'person' && seat.answered && !before.seats[index]?.answered,
  );
  return confirmed.map((seat) => t('{name} has confirmed: {points} points.', { name: seat.name, points: seat.score?.total ?? 0 }));
}

function playedForMe(board: Board, before: View, now: View): string[] {
  const known = new Set(before.notices.map((notice) => notice.number));
  const fresh = now.notices.filter((notice) => notice.seat === now.me && !known.has(notice.number));
  return fresh.map(({ cards, why }) => {
    const named = cards.filter((name) => !isSwitch(name)).map((name) => card(board, name)).join('; ');
    if (why === 'nothing') return t('{card}: you could draw nothing, and passed.', { card: named });
    return why === 'clock' ? t('{card}: your time was up, and you passed.', { card: named }) : t('{card}: a bot played for you.', { card: named });
  });
}

function said(before: View, now: View): string[] {
  const last = before.chat.at(-1)?.at ?? 0;
  const fresh = now.chat.filter((line) => line.at > last && line.seat !== now.me);
  return fresh.map((line) => t('{name} says: {text}', { name: line.name, text: line.text ?? line.reaction ?? '' }));
}

/** The news, in the order in which it should be heard. */
export const news = (board: Board, before: View | null, now: View): string[] =>
  allNews(board, before, now).filter(Boolean).map((text) => text.charAt(0).toLocaleUpperCase() + text.slice(1));

function allNews(board: Board, before: View | null, now: View): string[] {
  const talk = before ? said(before, now) : [];
  if (now.phase !== 'playing') return now.phase === 'over' && before?.phase === 'playing' ? [...result(board, before, now), ...talk] : talk;
  const started = before?.phase === 'playing' ? before : null;
  const newRound = !started || started.round !== now.round;
  if (started && moment(started) === moment(now))
    return [...step(board, started, now), ...others(started, now), ...playedForMe(board, started, now), ...answered(board, started, now), ...talk];
  return [
    ...(started ? playedForMe(board, started, now) : []),
    ...(newRound && started ? [...lineDone(board, started, now), ...(now.seats.length > 1 ? [totals(now)] : [])] : []),
    ...(newRound ? roundBegins(board, now) : []),
    [cardNews(board, now), ...toGo(now)].join(' '),
    ...question(board, now),
    ...talk,
  ];
}

/** I have confirmed, and wait; or I am asked once more. */
function answered(board: Board, before: View, now: View): string[] {
  if (before.answer && !now.answer) return [t('Confirmed.'), sentence(asked(board, now))];
  return !before.answer && now.answer ? question(board, now) : [];
}
