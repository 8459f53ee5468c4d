import { expect, test } from 'vitest';

import type { View } from '../src/lib/types';
import { Unread } from '../src/table/unread.svelte';

const talk = (...lines: [seat: number, at: number][]): View =>
  ({ me: 0, chat: lines.map(([seat, at]) => ({ seat, at })) }) as unknown as View;

test('what others said since one looked, also after a reload', () => {
  let view = $state.raw<View | null>(null);
  const unread = new Unread('abc', () => view);
  expect(unread.count).toBe(0);
  view = talk([1, 10], [0, 11], [2, 12]);
  expect(unread.count).toBe(2);
  unread.see();
  expect(unread.count).toBe(0);
  view = talk([1, 10], [0, 11], [2, 12], [1, 13]);
  expect(unread.count).toBe(1);
  expect(new Unread('abc', () => view).count).toBe(1);
  expect(new Unread('another', () => view).count).toBe(3);
});
