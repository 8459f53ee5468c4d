import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { Link } from '../src/lib/link.svelte';
import { FakeSocket } from './socket';

const MINUTE = 60_000;
const REFUSAL = { message: 'The server does not understand this request.', values: {} };
let link: Link;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.made = [];
  link = new Link('abc');
});
afterEach(() => {
  link.close();
  vi.useRealTimers();
});

const arrived = (): FakeSocket => FakeSocket.last.open().shows({ number: 7, version: 'v' });
const reconnected = (): FakeSocket => {
  vi.advanceTimersByTime(MINUTE);
  return FakeSocket.last.open();
};

test('the first frame is a hello, and the view that answers it is the table', () => {
  FakeSocket.last.open();
  expect(FakeSocket.last.url).toBe('ws://here/api/games/abc/socket');
  expect(FakeSocket.last.sent).toEqual([{ type: 'hello', version: null }]);
  FakeSocket.last.shows({ number: 7, version: 'v' });
  expect(link.view?.number).toBe(7);
});

test('a change is put into the view that it was made for', () => {
  const socket = arrived();
  socket.says({ type: 'change', base: 'v', view: { number: 8, version: 'w' } });
  expect(link.view).toMatchObject({ number: 8, version: 'w' });
  expect(socket.sent).toHaveLength(1);
});

test('a change of a view that we do not have is not taken: we ask for all of it', () => {
  const socket = arrived();
  socket.says({ type: 'change', base: 'u', view: { number: 9, version: 'w' } });
  expect(link.view?.number).toBe(7);
  expect(socket.sent.at(-1)).toEqual({ type: 'hello', version: null });
  socket.shows({ number: 9, version: 'w' });
  expect(link.view?.number).toBe(9);
});

describe('what was sent', () => {
  test('waits until it is acknowledged, and bears the number of the view it was made at', () => {
    const socket = arrived();
    link.send({ draft: 'a0-a1' });
    expect(socket.commands).toMatchObject([{ number: 7, do: { draft: 'a0-a1' } }]);
    expect(link.waiting).toBe(1);
    socket.takes(socket.commands[0]);
    expect(link.waiting).toBe(0);
  });

  test('goes again after a loss, with its key, in its order, after the hello', () => {
    const socket = arrived();
    link.send({ draft: 'a0-a1' });
    link.send({ undo: true });
    const sent = socket.commands;
    socket.drops();
    const again = reconnected();
    expect(again.sent[0]).toEqual({ type: 'hello', version: 'v' });
    expect(again.commands).toEqual(sent);
    expect(new Set(sent.map((frame) => frame.key)).size).toBe(2);
  });

  test('does not go again once it was acknowledged', () => {
    const socket = arrived();
    link.send({ draft: 'a0-a1' });
    link.send({ commit: true });
    socket.takes(socket.commands[0]).drops();
    expect(reconnected().commands).toEqual([socket.commands[1]]);
  });

  test('is kept while there is no connection', () => {
    arrived().drops();
    link.send({ draft: 'a0-a1' });
    expect(link.waiting).toBe(1);
    expect(reconnected().commands).toMatchObject([{ do: { draft: 'a0-a1' } }]);
  });

  test('and refused by the game is said, and not sent again', () => {
    const socket = arrived();
    link.send({ draft: 'a0-a9' });
    socket.says({ type: 'refused', key: socket.commands[0]?.key ?? '', error: REFUSAL, code: 409 });
    expect(link.problem).toEqual(REFUSAL);
    socket.drops();
    expect(reconnected().commands).toEqual([]);
    expect(link.stopped).toBeNull();
  });
});

describe('a connection that is lost', () => {
  /** How many connections a minute makes if each ends by `ending`. */
  function attempts(ending: (socket: FakeSocket) => void): number {
    const before = FakeSocket.made.length;
    for (let waited = 0; waited < MINUTE; waited += 50) {
      if (!FakeSocket.last.closed) ending(FakeSocket.last);
      vi.advanceTimersByTime(50);
    }
    return FakeSocket.made.length - before;
  }

  test('is tried again, ever more slowly while it opens and proves nothing', () => {
    expect(attempts((socket) => socket.open().drops())).toBeLessThan(16);
  });

  test('is tried again ever more slowly while what is sent again brings it down', () => {
    const socket = arrived();
    link.send({ draft: 'a0-a1' });
    socket.drops(1011);
    expect(attempts((next) => next.open().says({ type: 'same' }).drops(1011))).toBeLessThan(16);
  });

  test('is tried at once again after it has proved good', () => {
    attempts((socket) => socket.open().drops());
    reconnected().shows({ number: 8 }).drops();
    const before = FakeSocket.made.length;
    vi.advanceTimersByTime(400);
    expect(FakeSocket.made.length).toBe(before + 1);
  });

  test('is noticed when nothing answers', () => {
    const socket = arrived();
    link.send({ commit: true });
    vi.advanceTimersByTime(8000);
    expect(socket.closed).toBe(true);
    expect(reconnected().commands).toEqual(socket.commands);
  });

  test('is asked after by a hello when it was silent for long', () => {
    const socket = arrived();
    vi.advanceTimersByTime(22_000);
    expect(socket.sent.slice(1)).toEqual([{ type: 'hello', version: 'v' }]);
  });
});

describe('what is too much at once', () => {
  const LATER = { message: 'That is too much at once. You can go on in {seconds} s.', values: { seconds: 12 } };
  const paused = (code: number): FakeSocket => {
    const socket = arrived();
    link.send({ draft: 'a0-a1' });
    link.send({ commit: true });
    return socket.says({ type: 'refused', key: null, error: LATER, code: 429 }).drops(code);
  };

  test.each([4429, 4503, 1012, 1006])('waits as long as it is told, and goes on by itself: code %i', (code) => {
    const socket = paused(code);
    expect(link.early).toEqual(LATER);
    vi.advanceTimersByTime(11_000);
    dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(FakeSocket.made.length).toBe(1);
    vi.advanceTimersByTime(1500);
    expect(FakeSocket.made.length).toBe(2);
    expect(link.early).toBeNull();
    expect(FakeSocket.last.open().commands).toEqual(socket.commands);
    expect(link.stopped).toBeNull();
  });

  test('loses no command that is given while it waits', () => {
    const socket = paused(4429);
    link.send({ say: 'still here' });
    expect(link.waiting).toBe(3);
    expect(reconnected().commands.slice(0, 2)).toEqual(socket.commands);
  });
});

describe('a frame that the server refuses as such', () => {
  test.each([1002, 1003, 1007, 1008, 1009, 4400, 4413])('ends it all: code %i', (code) => {
    const socket = arrived();
    link.send({ say: 'x'.repeat(5000) });
    socket.says({ type: 'refused', key: null, error: REFUSAL, code: 409 }).drops(code);
    vi.advanceTimersByTime(10 * MINUTE);
    dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(FakeSocket.made.length).toBe(1);
    expect(link.stopped).toEqual(REFUSAL);
    expect(link.connected).toBe(false);
  });

  test('is told even where the server gave no reason', () => {
    arrived().drops(1009);
    expect(link.stopped?.message).toMatch(/understand/);
  });

  test('leaves nothing waiting, and nothing more is taken', () => {
    const socket = arrived();
    link.send({ commit: true });
    socket.drops(4400);
    link.send({ undo: true });
    expect(link.waiting).toBe(0);
  });

  test('is meant even where the code was lost on the way, if the server gave its reason', () => {
    const socket = arrived();
    link.send({ draft: 'a0-a1' });
    socket.says({ type: 'refused', key: null, error: REFUSAL, code: 409 }).drops(1006);
    vi.advanceTimersByTime(MINUTE);
    expect(FakeSocket.made).toHaveLength(1);
    expect(link.stopped).toEqual(REFUSAL);
  });

  test.each([1000, 1001, 1006, 1011, 1012, 1013, 4408])('is not meant by an ordinary end: code %i', (code) => {
    arrived().drops(code);
    reconnected();
    expect(FakeSocket.made.length).toBe(2);
    expect(link.stopped).toBeNull();
  });
});

test('a table that does not exist is not asked for again', () => {
  FakeSocket.last.open().says({ type: 'refused', key: null, error: REFUSAL, code: 409 }).drops(4404);
  vi.advanceTimersByTime(MINUTE);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(link.gone).toBe(true);
  expect(link.stopped).toBeNull();
  expect(FakeSocket.made.length).toBe(1);
});

test('a link that was closed stays closed', () => {
  const socket = arrived();
  link.close();
  socket.drops();
  vi.advanceTimersByTime(MINUTE);
  dispatchEvent(new Event('online'));
  expect(FakeSocket.made.length).toBe(1);
});

describe('while the server cannot save', () => {
  test('what was done waits, however long, and goes again in its order when it can', () => {
    const socket = arrived();
    link.send({ draft: 'a0-a1' });
    link.send({ say: 'hello' });
    const sent = socket.commands;
    socket.says({ type: 'saving', well: false });
    for (const { key } of sent) socket.says({ type: 'later', key });
    expect([link.saving, link.waiting]).toEqual([false, 2]);
    vi.advanceTimersByTime(10_000);
    expect(socket.closed).toBe(false);
    socket.shows({ number: 7, version: 'v' });
    expect(link.saving).toBe(false);
    socket.says({ type: 'saving', well: true });
    expect(socket.commands).toEqual([...sent, ...sent]);
    for (const order of sent) socket.takes(order);
    expect([link.saving, link.waiting, link.problem]).toEqual([true, 0, null]);
  });

  test('a loss changes nothing, and a table that opens again says whether it can', () => {
    const socket = arrived();
    link.send({ draft: 'a0-a1' });
    socket.says({ type: 'saving', well: false }).says({ type: 'later', key: socket.commands[0]?.key ?? '' }).drops(1013);
    expect(link.saving).toBe(false);
    const again = reconnected();
    expect(again.commands).toEqual(socket.commands);
    expect(link.saving).toBe(false);
    again.shows({ number: 7, version: 'v' });
    expect(link.saving).toBe(true);
  });
});

test('a clock that is set back does not keep the page from noticing a dead connection', () => {
  const socket = arrived();
  link.send({ draft: 'a0-a1' });
  vi.setSystemTime(Date.now() - 60 * MINUTE);
  vi.advanceTimersByTime(2000);
  expect(socket.closed).toBe(true);
});
