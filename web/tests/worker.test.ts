import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import source from '../worker/worker.js?raw';

interface Asking {
  request: { method: string; url: string; mode: string };
  waitUntil: (what: Promise<unknown>) => void;
  respondWith: (answer: Promise<unknown>) => void;
}

const answer = (status: number, says = '') => ({ status, ok: status === 200, says, clone: () => answer(status, says) });
type Answer = ReturnType<typeof answer>;

let fetched: () => Promise<Answer>;
let stored: Record<string, Answer>;
let hears: (event: Asking) => void;

/** The worker where nothing is built: its cache is `stored`, by path. */
function start(): void {
  const path = (what: string | { url: string }): string => (typeof what === 'string' ? what : new URL(what.url).pathname);
  const match = async (what: string | { url: string }) => stored[path(what)];
  const cache = { match, put: async (what: { url: string }, kept: Answer) => void (stored[path(what)] = kept) };
  const self = { location: { origin: 'http://here' }, addEventListener: (name: string, hear: typeof hears) => name === 'fetch' && (hears = hear) };
  const caches = { open: async () => cache, match };
  new Function('self', 'caches', 'fetch', 'VERSION', 'FILES', source)(self, caches, () => fetched(), '1', []);
}

function ask(path: string): Promise<Answer> {
  return new Promise((got, failed) => {
    const request = { method: 'GET', url: `http://here${path}`, mode: path.startsWith('/api') ? 'cors' : 'navigate' };
    hears({ request, waitUntil: () => undefined, respondWith: (answer) => void (answer as Promise<Answer>).then(got, failed) });
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  stored = { '/': answer(200, 'shell') };
  for (const path of ['', '/kit', '/own-1']) stored[`/api/boards${path}`] = answer(200, 'kept');
  start();
});
afterEach(() => void vi.useRealTimers());

const KEPT = ['/conduct/ABCDEF', '/api/boards', '/api/boards/kit', '/api/boards/own-1'];

test.each([502, 503, 504])('where a proxy says %i in the place of the server, what is kept stands in', async (status) => {
  fetched = async () => answer(status, 'proxy');
  for (const path of KEPT) expect((await ask(path)).says).toMatch(/shell|kept/);
  stored = {};
  expect((await ask('/api/boards')).says).toBe('proxy');
});

test('so it does without a network, and where nobody answers in time', async () => {
  fetched = () => Promise.reject(new TypeError());
  for (const path of KEPT) expect((await ask(path)).says).toMatch(/shell|kept/);
  stored['/api/boards/own-2'] = answer(200, 'kept');
  fetched = () => new Promise(() => undefined);
  const late = Promise.all([...KEPT, '/api/boards/own-2'].map(ask));
  await vi.advanceTimersByTimeAsync(5100);
  expect((await late).every(({ says }) => /shell|kept/.test(says))).toBe(true);
});

test('what the server says comes first, and its boards are kept; a refusal is not', async () => {
  fetched = async () => answer(200, 'new');
  for (const path of KEPT) expect((await ask(path)).says).toBe('new');
  await vi.advanceTimersByTimeAsync(10);
  expect([stored['/api/boards/kit']?.says, stored['/']?.says]).toEqual(['new', 'shell']);
  fetched = async () => answer(404, 'gone');
  expect((await ask('/api/boards/own-1')).says).toBe('gone');
  await vi.advanceTimersByTimeAsync(10);
  expect(stored['/api/boards/own-1']?.says).toBe('new');
});
