import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Document } from '../src/editor/document';
import { Editing } from '../src/editor/editing.svelte';
import { allKept, begun, goingOn, keep, kept, type Kept } from '../src/editor/keeping';
import { Saving } from '../src/editor/saving.svelte';
import { tame } from '../src/editor/tame';

const ID = 'abcdefghjkmn';
const named = (name: string): Document => ({ ...tame({}), name }) as Document;
const whole = (version: number, document: Document): Kept => ({ version, saved: true, at: 0, printed: null, document });

interface Call {
  id: string;
  sent: { version: number; document: Document };
}
let calls: Call[];
let server: { version: number; document: Document };
let takes: number; // ms until it answers
let offline: boolean;
let parted: string[];
let editing: Editing;
let saving: Saving;

/** As the server answers: it takes what was made from the version that it has. */
function answer({ sent }: Call): object {
  if (sent.version !== server.version) return { version: server.version, saved: false, latest: { id: ID, at: 0, ...server } };
  server = { version: server.version + 1, document: sent.document };
  return { version: server.version, saved: true, latest: null };
}

beforeEach(() => {
  vi.useFakeTimers();
  [calls, takes, offline, parted] = [[], 0, false, []];
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const call = { id: path.split('/').at(-1) ?? '', sent: JSON.parse(body) as Call['sent'] };
    calls.push(call);
    if (offline) throw new TypeError();
    const made = answer(call); // at once; only to hear of it takes time
    await new Promise((heard) => setTimeout(heard, takes));
    return { ok: true, json: () => Promise.resolve(made) };
  });
  editing = new Editing(named('first'));
  server = { version: 1, document: editing.document };
  keep(ID, whole(1, editing.document));
  saving = new Saving(ID, editing, whole(1, editing.document), (id) => parted.push(id));
});
afterEach(() => {
  saving.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function draw(name: string): void {
  editing.change(named(name));
  flushSync();
  saving.changed();
}
const sent = (): string[] => calls.map((call) => String(call.sent.document.name));

describe('a page that was left', () => {
  beforeEach(() => draw('second'));

  function leave(): void {
    saving.stop();
    void saving.now();
  }

  test('sends what it had, and this browser knows that the server has it', async () => {
    leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sent(), kept(ID)?.saved]).toEqual([['second'], true]);
  });

  test('is not heard of again where there is no network', async () => {
    offline = true;
    leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sent(), kept(ID)?.saved, kept(ID)?.document.name]).toEqual([['second'], false, 'second']);
  });

  test('writes over nothing that was drawn since, and parts from nothing', async () => {
    takes = 1000;
    leave();
    keep(ID, { ...whole(1, named('third')), saved: false });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sent(), parted, kept(ID)?.document.name]).toEqual([['second'], [], 'third']);
  });

  test('brings nothing back that was thrown away', async () => {
    takes = 1000;
    leave();
    localStorage.removeItem(`terminus-drawing-${ID}`);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(kept(ID)).toBeNull();
  });
});

test('a slow answer is no other window: one saving waits for the last', async () => {
  takes = 5000;
  draw('second');
  await vi.advanceTimersByTimeAsync(2100);
  draw('third');
  await vi.advanceTimersByTimeAsync(2100);
  const now = saving.now();
  expect(sent()).toEqual(['second']);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([sent(), saving.state, saving.other, await now]).toEqual([['second', 'third'], 'saved', null, true]);
});

test('what was taken back before it was sent is saved', async () => {
  draw('second');
  editing.undo();
  saving.changed();
  await vi.advanceTimersByTimeAsync(3000);
  expect([sent(), saving.state, kept(ID)?.document.name, kept(ID)?.saved]).toEqual([[], 'saved', 'first', true]);
});

test('what was taken back after it was sent, and perhaps heard, is sent as it was', async () => {
  offline = true;
  draw('second');
  await vi.advanceTimersByTimeAsync(3000);
  [offline, server] = [false, { version: 2, document: named('second') }];
  editing.undo();
  saving.changed();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([saving.state, server.document.name]).toEqual(['saved', 'first']);
});

test('another window is still told of', async () => {
  server = { version: 2, document: named('theirs') };
  draw('mine');
  await vi.advanceTimersByTimeAsync(3000);
  expect([saving.state, saving.other?.document.name]).toEqual(['other', 'theirs']);
  const goneOn = saving.goOn();
  await vi.advanceTimersByTimeAsync(10);
  await goneOn;
  expect([saving.state, server.document.name]).toEqual(['saved', 'mine']);
});

describe('a browser without room', () => {
  beforeEach(() => {
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full');
    });
  });

  test('lets the server have it soon', async () => {
    draw('second');
    await vi.advanceTimersByTimeAsync(300);
    expect([sent(), saving.state]).toEqual([['second'], 'saved']);
  });

  test('is told of until the server has it, and kept as long as the page is open', async () => {
    expect([saving.unkept, saving.atRisk]).toEqual([false, false]);
    offline = true;
    draw('second');
    await vi.advanceTimersByTimeAsync(300);
    expect([saving.unkept, saving.atRisk, saving.state, kept(ID)?.document.name]).toEqual([true, true, 'here', 'second']);
    offline = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect([saving.unkept, saving.atRisk]).toEqual([true, false]);
  });

  test('can begin all the same', () => {
    const id = begun(named('new'));
    expect([kept(id)?.document.name, allKept().map((one) => one.id).includes(id)]).toEqual(['new', true]);
  });

  test('is no storm where the answer is slow', async () => {
    takes = 5000;
    draw('second');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([sent(), saving.state]).toEqual([['second'], 'saved']);
  });

  test('nor where there is none', async () => {
    offline = true;
    draw('second');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls.length).toBe(2);
  });
});

describe('what the server has and what is here', () => {
  const there = (version: number, name: string) => ({ id: ID, version, at: 0, document: { ...named(name) } });

  test('is gone on with where the server has more', () => {
    expect(goingOn(whole(3, named('here')), there(4, 'there'))).toMatchObject({ version: 4, saved: true, document: { name: 'there' } });
    expect(goingOn(null, there(4, 'there'))).toMatchObject({ version: 4, saved: true });
    expect(goingOn(whole(3, named('same')), there(3, 'same'))).toMatchObject({ version: 3, saved: true });
  });

  test.each([2, 3])('is here where the server went back: it has version %i', (version) => {
    expect(goingOn(whole(3, named('here')), there(version, 'there'))).toMatchObject({ version, saved: false, document: { name: 'here' } });
  });
});
