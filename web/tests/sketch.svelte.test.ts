import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { countedCity, hasOthers, keepEmpty, keptCount } from '../src/count/kept';
import { Sketch } from '../src/count/sketch.svelte';
import type { Board, CountView, Option, PaperGame, SheetProblem } from '../src/lib/types';

const city = (id: string, line: string): Board =>
  ({
    id,
    name: id,
    lines: [line],
    departures: { [line]: 'a0' },
    modules: [],
    stations: ['a0', 'b0', 'c0'].map((cell) => ({ cell, cells: [cell] })),
    sections: [
      { name: 'a0-b0', a: 'a0', b: 'b0', path: [] },
      { name: 'b0-c0', a: 'b0', b: 'c0', path: [] },
    ],
  }) as unknown as Board;
const [london, tokyo] = [city('london', 'green'), city('tokyo', 'grey')];

const KEYS = ['terminus-count', 'terminus-sheets-london', 'terminus-sheets-tokyo'];
let offline: boolean;
let asked: number;
let sketch: Sketch;
let opened: Sketch[];
let wrong: [string, number][]; // line and index of marks that cannot be

/** As the server answers: whatever goes on from where the line has come to. */
function answer({ seats, board }: PaperGame): Partial<CountView> {
  const line = board === 'london' ? 'green' : 'grey';
  const option = (what: string): Option => ({ do: what, section: what, start: what.slice(0, 2), target: what.slice(3), line: 0, total: 0 });
  const counted = seats.map(({ lines }, seat) => ({
    options: { [line]: [option(lines[line]?.length ? 'b0-c0' : 'a0-b0')] },
    sheet: { lines: { [line]: { sections: lines[line] ?? [], tracks: {}, stations: [], circles: [] } } },
    problems: seat ? [] : wrong.map(([line, mark]) => ({ line, mark, text: lines[line]?.[mark] })),
  }));
  return { seats: counted as unknown as CountView['seats'], why: null };
}

beforeEach(() => {
  vi.useFakeTimers();
  for (const key of KEYS) localStorage.removeItem(key);
  [offline, asked, opened, wrong] = [false, 0, [], []];
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    asked++;
    if (offline) return Promise.reject(new TypeError());
    return Promise.resolve({ ok: true, json: () => Promise.resolve(answer((JSON.parse(body) as { game: PaperGame }).game)) });
  });
});
afterEach(() => {
  for (const one of opened) one.close();
  vi.useRealTimers();
});

async function begin(wanted = ''): Promise<void> {
  opened.push((sketch = new Sketch((wanted || countedCity()) === 'tokyo' ? tokyo : london)));
  await heard();
}
const heard = (): Promise<unknown> => vi.advanceTimersByTimeAsync(10);

describe('what was drawn is there again', () => {
  test('in its own city, whatever city was opened since', async () => {
    await begin('london');
    sketch.draw('a0-b0');
    await begin('tokyo');
    expect([sketch.game.board, sketch.begun]).toEqual(['tokyo', false]);
    sketch.draw('b0-a0');
    await begin('london');
    expect(sketch.marks).toEqual(['a0-b0']);
    await begin();
    expect(sketch.game.board).toBe('london'); // opened last
  });

  test('when another city was tapped and the first again', async () => {
    await begin('london');
    sketch.draw('a0-b0');
    sketch.open(tokyo);
    expect([sketch.begun, sketch.line]).toEqual([false, 'grey']);
    sketch.open(london);
    expect([sketch.marks, sketch.line]).toEqual([['a0-b0'], 'green']);
  });

  test('when another city is undone', async () => {
    await begin('london');
    sketch.draw('a0-b0');
    sketch.open(tokyo);
    sketch.undo();
    expect([sketch.game.board, sketch.line, sketch.marks]).toEqual(['london', 'green', ['a0-b0']]);
  });

  test('when there were fewer players for a while, and a reload', async () => {
    await begin('london');
    sketch.players(2);
    sketch.take(1, 'green');
    sketch.draw('a0-b0');
    sketch.players(1);
    await begin();
    sketch.players(2);
    sketch.take(1, 'green');
    expect(sketch.marks).toEqual(['a0-b0']);
  });

  test('from a browser that kept one count only', async () => {
    const game = { board: 'tokyo', modules: [], dealt: {}, seats: [{ name: 'Ann', lines: { grey: ['a0-b0'] } }] };
    localStorage.setItem('terminus-count', JSON.stringify({ game, seat: 0, line: 'grey' }));
    await begin('london');
    sketch.draw('a0-b0');
    await begin('tokyo');
    expect([sketch.marks, sketch.game.seats[0]?.name]).toEqual([['a0-b0'], 'Ann']);
  });
});

describe('when a game was made of the sheets', () => {
  let sheets: PaperGame;

  beforeEach(async () => {
    await begin('london');
    sketch.draw('a0-b0');
    sheets = sketch.game;
  });

  test('they are empty', () => {
    sketch.made(sheets);
    expect(sketch.marks).toEqual([]);
  });

  test('what was drawn meanwhile stays', () => {
    sketch.draw('b0-c0');
    sketch.made(sheets);
    expect(sketch.marks).toEqual(['a0-b0', 'b0-c0']);
  });

  test('another city that was opened meanwhile is left alone, and they are empty all the same', () => {
    sketch.open(tokyo);
    sketch.draw('b0-a0');
    sketch.made(sheets);
    expect(sketch.marks).toEqual(['b0-a0']);
    sketch.open(london);
    expect(sketch.marks).toEqual([]);
    sketch.undo();
    sketch.undo();
    sketch.undo();
    expect(sketch.marks).toEqual(['a0-b0']);
  });

  test('what another tab has drawn on them meanwhile stays', () => {
    sketch.open(tokyo);
    const before = sketch;
    opened.push((sketch = new Sketch(london)));
    sketch.draw('b0-c0');
    before.made(sheets);
    opened.push((sketch = new Sketch(london)));
    expect(sketch.marks).toEqual(['a0-b0', 'b0-c0']);
  });
});

describe('two tabs have the same sheets', () => {
  const told = (key: string): void => void dispatchEvent(Object.assign(new Event('storage'), { key }));
  let other: Sketch;

  beforeEach(async () => {
    await begin('london');
    other = sketch;
    await begin('london');
  });

  test('what is drawn in one is there in the other, and is not lost by its next mark', async () => {
    other.draw('a0-b0');
    told('terminus-sheets-london');
    await heard();
    expect([sketch.marks, sketch.stale]).toEqual([['a0-b0'], false]);
    sketch.draw('b0-c0');
    told('terminus-sheets-london');
    expect(other.marks).toEqual(['a0-b0', 'b0-c0']);
    other.undo();
    other.undo();
    expect(other.marks).toEqual([]);
  });

  test('another pencil, another city and a tab that was left change nothing', async () => {
    sketch.tap('c0');
    expect(sketch.question).not.toBeNull();
    other.take(0, 'green');
    told('terminus-sheets-london');
    expect(sketch.question).not.toBeNull();
    told('terminus-sheets-tokyo');
    sketch.close();
    other.draw('a0-b0');
    told('terminus-sheets-london');
    expect(sketch.marks).toEqual([]);
  });
});

describe('without a network', () => {
  test('what belongs to an older sheet is not lit', async () => {
    await begin('london');
    offline = true;
    sketch.draw('a0-b0');
    await heard();
    expect([sketch.stale, sketch.options]).toEqual([true, []]);
    expect(sketch.pending.map(({ name }) => name)).toEqual(['a0-b0']);
  });

  test('the line goes on, and is counted when the network is back', async () => {
    await begin('london');
    offline = true;
    sketch.draw('a0-b0');
    await heard();
    sketch.tap('c0');
    await heard();
    expect(sketch.marks).toEqual(['a0-b0', 'b0-c0']);
    const before = asked;
    offline = false;
    dispatchEvent(new Event('online'));
    await heard();
    expect([asked, sketch.stale, sketch.trouble, sketch.pending]).toEqual([before + 1, false, null, []]);
  });

  test('a server that was away is asked again after a while', async () => {
    await begin('london');
    offline = true;
    sketch.draw('a0-b0');
    await heard();
    offline = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(sketch.stale).toBe(false);
  });
});

test('a mark that is taken back twice takes no other with it', async () => {
  await begin('london');
  wrong = [['green', 0]];
  sketch.draw('a0-b0');
  sketch.draw('b0-c0');
  await heard();
  const [problem] = sketch.problems;
  expect(problem?.text).toBe('a0-b0');
  wrong = [];
  sketch.drop(problem as SheetProblem);
  expect([sketch.stale, sketch.problems, sketch.marks]).toEqual([true, [], ['b0-c0']]);
  sketch.drop(problem as SheetProblem);
  expect(sketch.marks).toEqual(['b0-c0']);
});

test('a page that was left asks no more, whatever became of its question', async () => {
  await begin('london');
  offline = true;
  sketch.draw('a0-b0');
  sketch.close();
  await heard();
  const before = asked;
  offline = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toBe(before);
});

describe('the sheets of a game whose cards were turned', () => {
  const conducted = { modules: [], dealt: {}, seats: [{ name: 'Ann', lines: {} }] };

  test('are its own until they are kept as a game', async () => {
    await begin('london');
    sketch.draw('a0-b0');
    expect([hasOthers(london, 'ABCDEF'), hasOthers(tokyo, 'ABCDEF')]).toEqual([true, false]);
    keepEmpty(london, 'ABCDEF', conducted);
    await begin('london');
    expect([sketch.conducted, sketch.begun, sketch.game.seats[0]?.name]).toEqual(['ABCDEF', false, 'Ann']);
    sketch.draw('a0-b0');
    keepEmpty(london, 'ABCDEF', conducted); // once more from its page
    await begin('london');
    expect([sketch.conducted, sketch.marks, hasOthers(london, 'ABCDEF')]).toEqual(['ABCDEF', ['a0-b0'], false]);
    sketch.made(sketch.game);
    expect([sketch.conducted, keptCount(london)?.conducted]).toEqual([null, undefined]);
  });
});

test.each(['constructor', '__proto__'])('a line of somebody’s own called %s is one like others', async (name) => {
  const own = city('london', name);
  opened.push((sketch = new Sketch(own)));
  expect(sketch.sheet.lines[name]).toBe(undefined);
  await heard();
  expect([sketch.marks, sketch.begun]).toEqual([[], false]);
  sketch.draw('a0-b0');
  expect([sketch.marks, sketch.begun]).toEqual([['a0-b0'], true]);
  opened.push((sketch = new Sketch(own)));
  expect(sketch.marks).toEqual(['a0-b0']);
});
