import { expect, test } from 'vitest';

import { ink } from '../src/lib/ink';
import type { Board } from '../src/lib/types';

const spares = (...lines: string[]): (string | undefined)[] =>
  lines.map((line) => /var\(--line-([a-z]+)\)/.exec(ink({ lines } as Board, line))?.[1]);

test('a line has its own colour, and a spare one behind it', () => {
  const board = { lines: ['blue', 'green', 'pink', 'purple'] } as Board;
  expect(ink(board, 'green')).toBe('--line: var(--line-green, var(--line-teal)); --on: var(--on-green, var(--on-teal))');
});

test('the spare colours of four lines are four', () => {
  expect(new Set(spares('w', 'x', 'y', 'z')).size).toBe(4);
});

test('a spare colour is none that another line has by its name', () => {
  expect(spares('x', 'red', 'y', 'teal').filter((_, i) => i % 2 === 0)).toEqual(['yellow', 'grey']);
});

test('a name that would break a style sheet is not put into one', () => {
  expect(ink({ lines: ['a', 'b', 'c', 'x); color: red'] } as Board, 'x); color: red')).not.toContain('x)');
});
