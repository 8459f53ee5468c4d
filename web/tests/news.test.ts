import { beforeAll, expect, test } from 'vitest';

import { announce, quietNews } from '../src/lib/announce.svelte';
import { speak } from '../src/lib/i18n.svelte';
import type { Board, View } from '../src/lib/types';
import { news } from '../src/table/news';

const station = (cell: string, symbol: string) => ({ cell, cells: [cell], symbols: [symbol], district: cell === 'a0' ? 'A' : 'B', tags: [] });
const board = {
  columns: 2,
  rows: 2,
  grid: ['AB', 'BB'],
  central_district: null,
  lines: ['red', 'teal'],
  joker: 'joker',
  departures: { red: 'a0', teal: 'b1' },
  stations: [station('a0', 'circle'), station('b0', 'square'), station('b1', 'triangle')],
  sections: [],
} as unknown as Board;
const worth = (total: number) => ({ total, lines: { red: { districts: 2, stations: 3, bonus: 1, total: 7 } }, extras: {}, items: [] });
const seat = (name: string, more: object = {}) => ({ name, kind: 'person', answered: false, pencil: 'red', pencils: ['red', 'teal'], score: worth(7), ...more });
const option = (target: string, line: number) => ({ do: `a0-${target}`, section: `a0-${target}`, start: 'a0', target, line, total: line });
const answer = (actions: string[], ...options: object[]) => ({ actions, sheet: { lines: {} }, score: worth(7), prompt: 'card', any_symbol: false, options: [...options, { do: 'done' }] });
const view = (more: object): View =>
  ({ phase: 'playing', round: 1, turn: 1, me: 0, turned: [['underground/square']], to_go: { underground: 4 }, last_turn: false,
     seats: [seat('Ada'), seat('Ben')], answer: null, notices: [], chat: [], tokens: [], result: null, ...more }) as unknown as View;

beforeAll(() => speak('en'));

test('who arrives hears round, pencil, card, and what can be drawn', () => {
  const said = news(board, null, view({ answer: answer([], option('b0', 4)) }));
  expect(said).toEqual([
    'Round 1 of 2.',
    'You draw line 1, red, from circle, north-west.',
    'Round 1, turn 1: underground, square. 4 underground cards to go.',
    'Draw to a square.',
    '1 place: square, south-east, worth 4.',
  ]);
});

test('a drawn section is said with what it is worth, and taken back', () => {
  const [before, now] = [view({ answer: answer([], option('b0', 4)) }), view({ answer: answer(['a0-b0']) })];
  expect(news(board, before, now)[0]).toBe('Drawn to square, south-east. The line is worth 7, the total 7.');
  expect(news(board, now, before)[0]).toBe('Taken back.');
});

test('what a section reaches is said after it, once', () => {
  const stamps = (value: number) => ({ ...worth(7), items: [{ rule: 'stamps', line: null, value, how: {}, where: {} }] });
  const drawing = (actions: string[], value: number) => view({ seats: [seat('Ada', { score: stamps(0) })], answer: { ...answer(actions), score: stamps(value) } });
  const [none, one, two] = [drawing([], 0), drawing(['a0-b0'], 3), drawing(['a0-b0', 'b0-b1'], 3)];
  expect(news(board, none, one)[1]).toBe('Stamps: +3.');
  expect(news(board, one, two).join()).not.toContain('Stamps');
});

test('another person’s answer is news, once, and a bot’s is none', () => {
  const answered = view({ seats: [seat('Ada'), seat('Ben', { answered: true })] });
  expect(news(board, view({}), answered)).toEqual(['Ben has confirmed: 7 points.']);
  expect(news(board, answered, answered)).toEqual([]);
  const bots = (done: boolean) => view({ seats: [seat('Ada'), seat('Bot', { kind: 'bot', answered: done })] });
  expect(news(board, bots(false), bots(true))).toEqual([]);
});

test('a round ends with its line and everybody’s totals, before the next card', () => {
  const next = view({ round: 2, seats: [seat('Ada', { pencil: 'teal' }), seat('Ben')], turned: [['street/circle']], last_turn: true });
  expect(news(board, view({ turn: 9 }), next).slice(0, 5)).toEqual([
    'Line 1, red is finished: 2 times 3 plus 1 is 7.',
    'Totals: Ada: 7; Ben: 7.',
    'Round 2 of 2.',
    'You draw line 2, teal, from triangle, south-east.',
    'Round 2, turn 1: street, circle. Last turn of this round.',
  ]);
});

test('a card on which nothing could be drawn is named', () => {
  const missed = { number: 5, seat: 0, round: 1, turn: 1, cards: ['street/triangle'], why: 'nothing' };
  expect(news(board, view({}), view({ turn: 2, notices: [missed] }))[0]).toBe('Street, triangle: you could draw nothing, and passed.');
});

test('the result: who won, with the totals', () => {
  const over = view({ phase: 'over', result: { winners: [1], solo: null } });
  expect(news(board, view({}), over).slice(1)).toEqual(['The game is over.', 'Ben wins, 7 to 7. Totals: Ada: 7; Ben: 7.']);
});

test('the announcer keeps the order and hears an echo once', () => {
  for (const text of ['one', 'two', 'two', '']) announce(text);
  expect(quietNews().map(({ text }) => text)).toEqual(['one', 'two']);
});
