import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { Link } from '../src/lib/link.svelte';
import type { Answer, Option, Reason, View } from '../src/lib/types';
import type { Place } from '../src/sheet/meant';
import { Patience } from '../src/table/patience.svelte';
import { Turn } from '../src/table/turn.svelte';
import { FakeSocket } from './socket';

const option = (what: string): Option => ({ do: what, section: null, start: null, target: null, line: 0, total: 0 });

/** My turn with these actions drafted, and these still possible. */
const asks = (draft: number, actions: string[], ...options: string[]): Partial<View> => ({
  number: 5,
  round: 1,
  turn: 2,
  draft,
  answer: { actions, options: options.map(option) } as unknown as Answer,
});

let link: Link;
let turn: Turn;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.made = [];
  link = new Link('abc');
  FakeSocket.last.open();
  shows(asks(0, [], 'a0-a1', 'done'));
  end = $effect.root(() => {
    turn = new Turn(
      () => link,
      () => link.view as View,
    );
  });
  flushSync();
});
afterEach(() => {
  end();
  link.close();
  vi.useRealTimers();
});

const done = (): object[] => FakeSocket.last.commands.map((frame) => frame.do);
function shows(view: Partial<View>): void {
  FakeSocket.last.shows(view);
  flushSync();
}
function taken(): void {
  FakeSocket.last.takes(FakeSocket.last.commands.at(-1));
  flushSync();
}

test('one step waits until the last is taken', () => {
  turn.draft('a0-a1');
  turn.draft('a0-b1');
  turn.undo();
  expect(done()).toEqual([{ draft: 'a0-a1' }]);
  taken();
  shows(asks(1, ['a0-a1'], 'done'));
  turn.undo();
  expect(done()).toEqual([{ draft: 'a0-a1' }, { undo: true }]);
});

test('nothing drawn is nothing to undo', () => {
  turn.undo();
  expect(done()).toEqual([]);
});

describe('a confirm', () => {
  test('ends a turn that is drawn', () => {
    shows(asks(1, ['a0-a1'], 'done'));
    turn.confirm();
    expect(done()).toEqual([{ commit: true }]);
  });

  test('made while a section is on its way follows it, once', () => {
    turn.draft('a0-a1');
    turn.confirm();
    turn.confirm();
    expect(done()).toEqual([{ draft: 'a0-a1' }]);
    taken();
    shows(asks(1, ['a0-a1'], 'done'));
    expect(done()).toEqual([{ draft: 'a0-a1' }, { commit: true }]);
  });

  test('made while a section is on its way is forgotten if that is refused', () => {
    shows(asks(1, ['a0-a0'], 'a0-a1', 'done'));
    turn.draft('a0-a1');
    turn.confirm();
    const key = FakeSocket.last.commands[0]?.key ?? '';
    FakeSocket.last.says({ type: 'refused', key, error: { message: 'No.', values: {} }, code: 409 });
    flushSync();
    shows(asks(1, ['a0-a0'], 'a0-a1', 'done'));
    expect(done()).toEqual([{ draft: 'a0-a1' }]);
  });

  test('that would pass needlessly is asked about, once', () => {
    turn.confirm();
    expect(turn.asking).toBe(true);
    expect(done()).toEqual([]);
    turn.confirm();
    expect(done()).toEqual([{ commit: true }]);
  });

  test('that was asked about can be taken back, and is when the turn goes on', () => {
    turn.confirm();
    turn.keep();
    expect(turn.asking).toBe(false);
    turn.confirm();
    shows(asks(1, ['a0-a1'], 'done'));
    expect(turn.asking).toBe(false);
  });

  test('is not asked about where nothing else is possible', () => {
    shows(asks(1, [], 'done'));
    turn.confirm();
    expect(done()).toEqual([{ commit: true }]);
  });

  test('is not possible while something must still be answered', () => {
    shows(asks(1, ['a0-a1'], 'circle a0', 'skip'));
    turn.confirm();
    expect(done()).toEqual([]);
  });
});

test('that others confirm does not change my moment; a card or my draft does', () => {
  const before = turn.moment;
  shows({ ...asks(0, [], 'a0-a1', 'done'), number: 6 });
  expect(turn.moment).toBe(before);
  shows(asks(1, ['a0-a1'], 'done'));
  expect(turn.moment).not.toBe(before);
});

test('chat on its way neither holds up a confirm nor makes one come later', () => {
  shows(asks(1, ['a0-a1'], 'a1-a2', 'done'));
  link.send({ say: 'hello' });
  turn.confirm();
  expect(done()).toEqual([{ say: 'hello' }, { commit: true }]);
  for (const command of FakeSocket.last.commands) FakeSocket.last.takes(command);
  shows({ ...asks(1, [], 'a0-a2', 'done'), turn: 3 });
  turn.draft('a0-a2');
  taken();
  shows({ ...asks(2, ['a0-a2'], 'done'), turn: 3 });
  turn.undo();
  taken();
  shows({ ...asks(3, [], 'a0-a2', 'done'), turn: 3 });
  expect(done().filter((command) => 'commit' in command)).toHaveLength(1);
});

describe('another station', () => {
  test('takes the place of the last section in one step', () => {
    shows(asks(1, ['a0-a1'], 'done'));
    turn.draft('a0-b1', true);
    turn.draft('a0-c1', true);
    expect(done()).toEqual([{ instead: 'a0-b1' }]);
  });

  test('is confirmed after it has taken its place', () => {
    shows(asks(1, ['a0-a1'], 'done'));
    turn.draft('a0-b1', true);
    turn.confirm();
    expect(done()).toEqual([{ instead: 'a0-b1' }]);
    taken();
    shows(asks(2, ['a0-b1'], 'done'));
    expect(done()).toEqual([{ instead: 'a0-b1' }, { commit: true }]);
  });
});

describe('while the connection is lost', () => {
  const section = (what: string): Option => ({ ...option(what), section: what });
  const lit = (): Partial<View> => ({
    ...asks(0, [], 'done'),
    answer: { actions: [], options: [section('a0-a1'), section('a0-b1'), section('a0-c1'), option('use x')] } as unknown as Answer,
  });
  function again(): object[] {
    vi.advanceTimersByTime(1000);
    FakeSocket.last.open();
    flushSync();
    return done();
  }
  beforeEach(() => shows(lit()));

  test('what is chosen is waiting, and another choice takes its place', () => {
    FakeSocket.last.drops();
    turn.draft('a0-a1');
    expect(turn.waiting).toBe('a0-a1');
    turn.draft('a0-b1');
    expect([turn.waiting, turn.unsent, link.waiting]).toEqual(['a0-b1', true, 1]);
    expect(again()).toEqual([{ draft: 'a0-b1' }]);
    expect(turn.unsent).toBe(false);
    taken();
    expect(turn.waiting).toBeNull();
  });

  test('what the server may have had already is replaced after it', () => {
    turn.draft('a0-a1');
    FakeSocket.last.drops();
    turn.draft('a0-b1');
    turn.draft('a0-c1');
    expect(again()).toEqual([{ draft: 'a0-a1' }, { instead: 'a0-c1' }]);
  });

  test('a power that the server may have had stays', () => {
    turn.draft('use x');
    FakeSocket.last.drops();
    turn.draft('a0-b1');
    expect(again()).toEqual([{ draft: 'use x' }]);
  });

  test('what has not been sent can be undone, and a confirm after it goes with it', () => {
    FakeSocket.last.drops();
    turn.draft('a0-a1');
    turn.confirm();
    turn.undo();
    expect(turn.waiting).toBeNull();
    expect(again()).toEqual([]);
  });

  test('a confirm that was sent is followed by nothing', () => {
    shows(asks(1, ['a0-a1'], 'a1-a2', 'done'));
    turn.confirm();
    FakeSocket.last.drops();
    turn.draft('a1-a2');
    expect(again()).toEqual([{ commit: true }]);
  });
});

describe('a question', () => {
  const PLACE: Place = { about: 'f4', at: [5, 4], cell: 'f4' };
  const REASON: Reason = { rule: 'R3.6', why: 'crosses', values: { line: 1 }, sections: ['a0-a1'], stations: [] };
  const answered = (about: string, reason: Reason | null): void => {
    FakeSocket.last.says({ type: 'why', about, reason });
    flushSync();
  };

  test('is no command, and its answer is known until the turn goes on', () => {
    turn.ask(PLACE);
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'why', about: 'f4' });
    expect([done(), turn.reason, link.waiting]).toEqual([[], null, 0]);
    answered('f4', REASON);
    expect(turn.reason).toEqual(REASON);
    shows(asks(1, ['a0-a1'], 'done'));
    expect([turn.reason, turn.question]).toEqual([null, null]);
  });

  test('is not answered by what was asked before it', () => {
    turn.ask({ ...PLACE, about: 'a0' });
    turn.ask(PLACE);
    answered('a0', REASON);
    expect(turn.reason).toBeNull();
    answered('f4', REASON);
    expect(turn.reason).toEqual(REASON);
  });

  test('has no reason where it can be done, and can be forgotten', () => {
    turn.ask(PLACE);
    answered('f4', null);
    expect(turn.reason).toBeNull();
    answered('f4', REASON);
    turn.forget();
    expect(turn.reason).toBeNull();
  });

  test('asked while the connection is lost is not asked again', () => {
    FakeSocket.last.drops();
    turn.ask(PLACE);
    vi.advanceTimersByTime(1000);
    FakeSocket.last.open();
    expect(FakeSocket.last.sent.map((frame) => frame.type)).toEqual(['hello']);
  });
});

test('a large mistake that help has seen is asked about once, and may be made', () => {
  shows(asks(1, ['a0-a1'], 'done'));
  turn.mistake = 4.2;
  turn.confirm();
  expect([turn.asking, done()]).toEqual([true, []]);
  turn.keep();
  expect(turn.asking).toBe(false);
  turn.confirm();
  turn.confirm();
  expect(done()).toEqual([{ commit: true }]);
});

describe('a confirm that is quicker than help', () => {
  let patience: Patience;
  let over: () => void;

  /** Help has spoken, of a large mistake or of none. */
  function says(mistake: number | null): void {
    turn.mistake = mistake;
    patience.heard(turn.moment);
    flushSync();
  }

  beforeEach(() => {
    over = $effect.root(() => {
      patience = new Patience(turn);
    });
    shows(asks(1, ['a0-a1'], 'done'));
    turn.confirm();
    turn.confirm();
    flushSync();
    expect([turn.asking, done()]).toEqual([false, []]);
  });
  afterEach(() => over());

  test('is asked about if it would be a large mistake', () => {
    vi.advanceTimersByTime(300);
    says(4.2);
    vi.advanceTimersByTime(1000);
    expect([turn.asking, done()]).toEqual([true, []]);
  });

  test('goes through if help has nothing against it', () => {
    says(null);
    expect(done()).toEqual([{ commit: true }]);
  });

  test('does not wait for long', () => {
    vi.advanceTimersByTime(650);
    flushSync();
    expect(done()).toEqual([{ commit: true }]);
  });

  test('is forgotten if the turn goes on', () => {
    shows(asks(2, [], 'a0-a1', 'done'));
    says(null);
    vi.advanceTimersByTime(1000);
    expect(done()).toEqual([]);
  });

  test('goes through if help is put away meanwhile', async () => {
    over();
    await vi.advanceTimersByTimeAsync(1);
    expect(done()).toEqual([{ commit: true }]);
  });

  test('is forgotten if help goes because the turn went on', async () => {
    shows(asks(2, [], 'a0-a1', 'done'));
    over();
    await vi.advanceTimersByTimeAsync(1);
    expect(done()).toEqual([]);
  });

  test('waits no more once help is away', () => {
    shows(asks(2, ['a0-a2'], 'done'));
    over();
    turn.confirm();
    expect(done()).toEqual([{ commit: true }]);
  });
});
