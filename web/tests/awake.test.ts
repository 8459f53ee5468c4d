import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { canStayAwake, keepAwake } from '../src/lib/awake';

const release = vi.fn();
const request = vi.fn(() => Promise.resolve({ release }));
const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => vi.stubGlobal('navigator', { wakeLock: { request } }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test('the screen is held, held again when the page comes back, and let go', async () => {
  const letGo = keepAwake();
  expect(request).toHaveBeenCalledTimes(1);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(request).toHaveBeenCalledTimes(2);
  letGo();
  await settled();
  expect(release).toHaveBeenCalled();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(request).toHaveBeenCalledTimes(2);
});

test('a browser that refuses, or knows no such thing, is left alone', async () => {
  request.mockImplementationOnce(() => Promise.reject(new Error('low battery')));
  keepAwake()();
  await settled();
  expect(canStayAwake()).toBe(true);
  vi.stubGlobal('navigator', {});
  expect(canStayAwake()).toBe(false);
  expect(() => keepAwake()()).not.toThrow();
});
