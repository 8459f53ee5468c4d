import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Conducted } from '../src/conduct/kept';
import { Entering } from '../src/count/entering.svelte';
import type { Option, Problem, TurnEntered } from '../src/lib/types';

interface Sent {
  game: { seats: { turns: string[][] }[] };
  seat: number;
  draft: string[];
  ask: string | null;
}

const option = (what: string): Option => ({ do: what, section: what === 'done' ? null : what, start: null, target: null, line: 0, total: 0 });
const flip = { event: 'flip', cards: [] };
const game: Conducted = {
  id: 'ABCDEF',
  board: 'london',
  modules: [],
  names: ['Ann', 'Ben'],
  events: [{ event: 'start', pencils: [['green'], ['pink']] }, flip, flip, flip, flip],
  over: true,
};

const KEYS = ['terminus-count-ABCDEF', 'terminus-count-ABCDEF-0', 'terminus-count-ABCDEF-1'];
let sent: Sent[];
let refusal: { status: number; error: Problem } | null;
let offline: boolean;
let dead: number[]; // the turns on which nothing can be drawn
let entering: Entering;

/** As the server answers: each card lets one draw `x-y`, but for the dead ones. */
function answer({ game, seat, draft, ask }: Sent): Partial<TurnEntered> {
  const turn = game.seats[seat]?.turns.length ?? 0;
  const options = (dead.includes(turn) || draft.length ? ['done'] : ['x-y', 'done']).map(option);
  const asks = turn < 4 ? ({ options, actions: draft } as unknown as TurnEntered['answer']) : null;
  return { round: 1, turn: turn + 1, answer: asks, do: asks && draft, why: ask ? ({ why: ask } as unknown as TurnEntered['why']) : null };
}

beforeEach(() => {
  vi.useFakeTimers();
  [sent, refusal, offline, dead] = [[], null, false, []];
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    if (offline) return Promise.reject(new TypeError());
    if (path === '/api/count/turns') return Promise.resolve({ ok: true, json: () => Promise.resolve({ game: 'kept' }) });
    const asked = JSON.parse(body) as Sent;
    sent.push(asked);
    const status = refusal?.status ?? 200;
    const said = refusal ? { error: refusal.error } : answer(asked);
    return Promise.resolve({ ok: status === 200, status, json: () => Promise.resolve(said) });
  });
});
afterEach(() => {
  entering.close();
  for (const key of KEYS) localStorage.removeItem(key);
  vi.useRealTimers();
});

const heard = (): Promise<unknown> => vi.advanceTimersByTimeAsync(10);
async function begin(): Promise<void> {
  entering = new Entering(game);
  await heard();
}
async function drawn(): Promise<void> {
  entering.draw('x-y');
  await heard();
  entering.confirm();
  await heard();
}
const turns = (): string[][] => entering.game.seats[0]?.turns ?? [];

describe('without an answer', () => {
  test('nothing is confirmed that was not seen', async () => {
    await begin();
    offline = true;
    entering.draw('x-y');
    await heard();
    entering.confirm();
    entering.confirm();
    await heard();
    expect(turns()).toEqual([]);
    expect(entering.draft).toEqual(['x-y']);
    offline = false;
    dispatchEvent(new Event('online'));
    await heard();
    entering.confirm();
    expect(turns()).toEqual([['x-y']]);
  });

  test('nothing is drawn by a card that was not seen', async () => {
    await begin();
    entering.draw('x-y');
    entering.draw('x-y');
    entering.confirm();
    await heard();
    expect([entering.draft, turns()]).toEqual([['x-y'], []]);
  });

  test('after too much it goes on when the server says, by itself', async () => {
    await begin();
    refusal = { status: 429, error: { message: 'too much', values: { seconds: 7 } } };
    entering.draw('x-y');
    await heard();
    expect(entering.trouble?.message).toBe('too much');
    refusal = null;
    await vi.advanceTimersByTimeAsync(6000);
    expect(entering.fresh).toBe(false);
    await vi.advanceTimersByTimeAsync(1100);
    expect([entering.fresh, entering.trouble]).toEqual([true, null]);
  });

  test('another sheet is not passed by what was seen of the first', async () => {
    await begin();
    offline = true;
    entering.take(1);
    await heard();
    entering.confirm();
    expect(entering.game.seats[1]?.turns).toEqual([]);
  });
});

test('a card on which nothing can be drawn is passed by itself', async () => {
  dead = [1, 2];
  await begin();
  await drawn();
  expect(turns()).toEqual([['x-y'], [], []]);
  expect(entering.now?.turn).toBe(4);
});

test('undo goes back to the last card on which something could be drawn', async () => {
  dead = [1, 2];
  await begin();
  await drawn();
  entering.undo();
  await heard();
  expect(turns()).toEqual([]);
  expect(entering.now?.turn).toBe(1);
  await drawn();
  expect(turns()).toEqual([['x-y'], [], []]);
});

test('undo before the first such card ends where it began', async () => {
  dead = [0];
  await begin();
  entering.undo();
  await heard();
  expect(turns()).toEqual([[]]);
});

test('undo is not lost with the network', async () => {
  dead = [1];
  await begin();
  await drawn();
  offline = true;
  entering.undo();
  await heard();
  offline = false;
  dispatchEvent(new Event('online'));
  await heard();
  expect(turns()).toEqual([]);
});

test('what is asked while another question is on its way is answered after it', async () => {
  await begin();
  entering.tap({ about: 'a1', at: [0, 1], cell: 'a1' });
  entering.tap({ about: 'b1', at: [1, 1], cell: 'b1' });
  await heard();
  expect(sent.at(-1)?.ask).toBe('b1');
  expect(entering.reason).toMatchObject({ why: 'b1' });
});

test('a page that was left writes nothing over what is entered since', async () => {
  dead = [0, 1];
  entering = new Entering(game); // its first question is on its way
  entering.close();
  await heard();
  expect([turns(), KEYS.map((key) => localStorage.getItem(key)), sent.length]).toEqual([[], [null, null, null], 1]);
});

describe('a turn that is half entered', () => {
  async function half(): Promise<void> {
    await begin();
    entering.draw('x-y');
    await heard();
  }

  test('is there after a reload', async () => {
    await half();
    entering.close();
    await begin();
    expect([entering.draft, entering.answer?.options.length]).toEqual([['x-y'], 1]);
    entering.confirm();
    expect(turns()).toEqual([['x-y']]);
  });

  test('waits while another sheet is entered', async () => {
    await half();
    entering.take(1);
    await heard();
    expect(entering.draft).toEqual([]);
    entering.draw('x-y');
    await heard();
    entering.take(0);
    await heard();
    expect([entering.draft, entering.now?.answer?.actions]).toEqual([['x-y'], ['x-y']]);
    entering.confirm();
    entering.close();
    await begin();
    expect([turns(), entering.draft]).toEqual([[['x-y']], []]);
    entering.take(1);
    expect(entering.draft).toEqual(['x-y']);
  });

  test('is what an older page left', async () => {
    localStorage.setItem('terminus-count-ABCDEF', JSON.stringify({ seat: 1, turns: [[['x-y']], []] }));
    await begin();
    expect([turns(), entering.seat]).toEqual([[['x-y']], 1]);
  });
});

test('what is undone while the game is kept stays in this browser', async () => {
  dead = [1, 2, 3];
  await begin();
  await drawn();
  const saved = entering.save();
  entering.undo();
  expect(await saved).toBe('kept');
  await heard();
  entering.close();
  await begin();
  expect(turns()).toEqual([]);
  await drawn();
  await entering.save();
  expect(KEYS.map((key) => localStorage.getItem(key))).toEqual([null, null, null]);
});

describe('two tabs enter the same game', () => {
  const told = (seat = 0): void => void dispatchEvent(Object.assign(new Event('storage'), { key: `terminus-count-ABCDEF-${seat}` }));

  test('a turn that is confirmed in one is entered in the other', async () => {
    await begin();
    const other = entering;
    await begin();
    other.draw('x-y');
    await heard();
    other.confirm();
    told();
    await heard();
    expect([turns(), entering.fresh]).toEqual([[['x-y']], true]);
    await drawn();
    told();
    expect(other.done(0)).toBe(2);
    other.close();
  });

  test('different sheets in the same moment: neither turn is lost', async () => {
    await begin();
    const other = entering;
    await begin();
    entering.take(1);
    await heard();
    other.draw('x-y');
    entering.draw('x-y');
    await heard();
    other.confirm();
    entering.confirm(); // before it has heard of the other
    told(0);
    told(1);
    await heard();
    other.close();
    entering.close();
    await begin();
    expect(entering.game.seats.map(({ turns }) => turns)).toEqual([[['x-y']], [['x-y']]]);
  });

  test('what is being drawn on another sheet stays', async () => {
    await begin();
    const other = entering;
    await begin();
    entering.take(1);
    await heard();
    entering.draw('x-y');
    await heard();
    other.confirm();
    told();
    await heard();
    expect([turns(), entering.seat, entering.draft]).toEqual([[[]], 1, ['x-y']]);
    other.close();
  });
});
