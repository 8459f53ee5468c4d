import { expect, test } from 'vitest';

import type { Figure, Moment, Reason, Way } from '../src/lib/types';
import { Trial } from '../src/rules/figure.svelte';

const line = (...sections: string[]) => ({ sections, stations: [], ends: [], circled: [], doubled: [] });
const row = { districts: 1, stations: 2, bonus: 0, total: 2 };
const moment = (sections: string[], ways: Way[] = [], refused: Record<string, Reason> = {}): Moment => ({
  line: line(...sections),
  row,
  prompt: ways.length ? 'card' : null,
  ways,
  refused,
});
const way = (name: string, target: string, then: Moment): Way => ({ do: name, section: name, target, then });
const why: Reason = { rule: 'R3.6', why: 'crosses', values: { line: 1 }, sections: ['a0-b1'], stations: [] };
const second = way('b0-c0', 'c0', moment(['a0-b0', 'b0-c0']));
const first = way('a0-b0', 'b0', moment(['a0-b0'], [second]));
const figure = {
  line: 'red',
  sheet: { lines: { red: line(), blue: line('x') }, stamped: [] },
  moment: moment([], [first], { d0: why }),
  examples: [],
} as unknown as Figure;

test('a tap draws what may be drawn, one section after the other', () => {
  const trial = new Trial(() => figure);
  trial.tap('b0');
  expect(trial.sheet.lines.red?.sections).toEqual(['a0-b0']);
  expect(trial.sheet.lines.blue?.sections).toEqual(['x']);
  expect(trial.full).toBe(false);
  trial.tap('c0');
  expect([trial.full, trial.sheet.lines.red?.sections]).toEqual([true, ['a0-b0', 'b0-c0']]);
  trial.again();
  expect(trial.sheet.lines.red?.sections).toEqual([]);
});

test('a tap on what may not be drawn is answered with the reason, and draws nothing', () => {
  const trial = new Trial(() => figure);
  trial.tap('d0');
  expect([trial.why, trial.tried, trial.ways]).toEqual([why, 'd0', []]);
  trial.tap('b0');
  expect(trial.why).toBeNull();
});

test('an example is shown from the start: what comes before it is drawn', () => {
  const trial = new Trial(() => figure);
  trial.tap('b0');
  trial.show({ do: 'a0-b0, b0-d0', section: null, target: 'd0', why, row: null });
  expect([trial.ways, trial.why, trial.tried]).toEqual([[first], why, 'd0']);
  trial.show({ do: 'a0-b0, b0-c0', section: null, target: 'c0', why: null, row });
  expect(trial.ways).toEqual([first, second]);
});
