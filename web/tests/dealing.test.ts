import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { begin, type Wish } from '../src/conduct/dealing';
import { forget, keep, type Game } from '../src/conduct/kept';
import { Refused } from '../src/lib/api';

const WISH: Wish = { board: 'london', modules: [], all_cards: false, names: ['Ann', 'Ben'] };
const conduct = { city: { id: 'london', name: 'London' }, modules: [], steps: [{ kind: 'round' }] };
const spare = { code: 'SPARES', key: 'k', conduct, names: ['', ''], asked: WISH, dealt: 1, at: 0, since: 0, next: null, told: true, alone: false };

/** As a proxy answers: not with what a server of ours would say. */
const proxy = (status: number) => Promise.resolve({ ok: false, status, json: () => Promise.reject(new SyntaxError()) });

/** What is stored are its own keys, as in a browser. */
const storage = Object.create({
  getItem: (key: string) => storage[key] ?? null,
  setItem: (key: string, text: string) => void (storage[key] = text),
  removeItem: (key: string) => delete storage[key],
}) as Record<string, string>;

beforeEach(() => {
  vi.stubGlobal('localStorage', storage);
  keep(spare as unknown as Game);
});
afterEach(() => {
  forget('SPARES');
  vi.unstubAllGlobals();
});

test.each([0, 502, 503, 504])('where the server is away (%i) a game that was dealt ahead is begun', async (status) => {
  vi.stubGlobal('fetch', () => (status ? proxy(status) : Promise.reject(new TypeError())));
  const game = await begin(WISH);
  expect([game.code, game.names, game.told]).toEqual(['SPARES', ['Ann', 'Ben'], false]);
  await expect(begin(WISH)).rejects.toMatchObject({ away: true, message: expect.stringContaining('cannot be reached') }); // it is spare no more
});

test('so it is where nobody answers in time, or an answer breaks off', async () => {
  vi.stubGlobal('AbortSignal', { timeout: () => 'soon' });
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: string }) =>
    Promise.resolve({ ok: true, status: 200, json: () => Promise.reject(new DOMException(signal, 'TimeoutError')) }),
  );
  expect((await begin(WISH)).code).toBe('SPARES');
});

test('a server that refuses is heard', async () => {
  const busy = { message: 'Many wait. {seconds} s.', values: { seconds: 9 } };
  for (const [status, error] of [[400, { message: 'No.', values: {} }], [503, busy]] as const) {
    vi.stubGlobal('fetch', () => Promise.resolve({ ok: false, status, json: () => Promise.resolve({ error }) }));
    const refused = await begin(WISH).catch((error: unknown) => error as Refused);
    expect(refused).toMatchObject({ away: false, message: error.message });
  }
});
