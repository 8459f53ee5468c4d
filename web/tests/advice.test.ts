import { expect, test } from 'vitest';

import type { Advice, Answer, Board } from '../src/lib/types';
import { placed, rows } from '../src/table/advice';

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

test('a reply is shown where it lies, whichever way a section is named', () => {
  expect(placed(board, ['use joker', 'b1-a0', 'circle c2'])).toMatchObject({ cells: ['a0', 'c2'], sections: ['a0-b1'] });
  expect(placed(board, [])).toMatchObject({ cells: [], sections: [] });
});
