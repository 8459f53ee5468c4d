import { expect, test } from 'vitest';

import type { Advice, Answer, Board } from '../src/lib/types';
import { figuresAt, placed, rows } from '../src/table/advice';

const board = { sections: [{ name: 'a0-b1' }, { name: 'b1-c2' }] } as unknown as Board;
const option = (what: string, total: number | null) => ({ do: what, section: null, start: null, target: null, line: 0, total });

test('steps are listed by what is expected, with what they bring at once', () => {
  const answer = { actions: [], score: { total: 20 }, options: [option('done', 20), option('skip', 24)] } as unknown as Answer;
  const options = [
    { do: 'done', value: 60.5 },
    { do: 'skip', value: 71.2 },
    { do: 'gone', value: 99 },
  ];
  const found = rows(board, answer, { options } as unknown as Advice);
  expect(found.map(({ do: step, now, value }) => [step, now, value])).toEqual([
    ['skip', 4, 71.2],
    ['done', 0, 60.5],
  ]);
});

test('each station that lit sections lead to has the figure of the best of them', () => {
  const towns = { sections: [{ name: 'a0-b1' }, { name: 'b1-c2' }, { name: 'a0-c2' }], stations: [] } as unknown as Board;
  const lit = (what: string) => ({ ...option(what, 20), section: what });
  const options = [lit('a0-b1'), lit('b1-c2'), lit('a0-c2'), option('done', 20)];
  const answer = { actions: [], score: { total: 20 }, options } as unknown as Answer;
  const values = { done: 61.26, 'a0-c2': 60.5, 'a0-b1': 58, 'b1-c2': 55 };
  const advice = { options: Object.entries(values).map(([step, value]) => ({ do: step, value })) } as unknown as Advice;
  const found = figuresAt(towns, answer, rows(towns, answer, advice));
  expect(found.map(({ at, value, less }) => [at, value, less])).toEqual([
    [[2, 2], 60.5, 0.8],
    [[1, 1], 58, 3.3],
  ]);
});

test('a reply is shown where it lies, whichever way a section is named', () => {
  expect(placed(board, ['use joker', 'b1-a0', 'circle c2'])).toMatchObject({ cells: ['a0', 'c2'], sections: ['a0-b1'] });
  expect(placed(board, [])).toMatchObject({ cells: [], sections: [] });
});
