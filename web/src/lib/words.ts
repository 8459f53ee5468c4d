// What the server's ids are called: the vocabulary of src/terminus/locale, in the language that is spoken.

import type english from '../catalogues/en.json';
import { fill, formFor, known, t, type Values } from './i18n.svelte';
import type { Board } from './types';

export type Kind = keyof typeof english.vocabulary | (string & {}); // the server may know more kinds

type Entry = ReturnType<typeof known>[string] | undefined;

/** What we have for an id, whatever a stranger's board calls its lines: `constructor` is nobody's word. */
const entry = (kind: Kind, id: string): Entry => (Object.hasOwn(known(kind), id) ? known(kind)[id] : undefined);

/** A name for an id, with figures in its places; the id itself where we have none, as on a board of one's own. */
export function word(kind: Kind, id: string, values: Values = {}): string {
  const found = entry(kind, id);
  if (found === undefined) return id.replaceAll('-', ' ');
  if (typeof found === 'string') return fill(found, values);
  return fill(found.name ?? formFor(found, Number(values[found.by ?? ''])), values);
}

/** The sentence about an id; empty where there is none. */
export function about(kind: Kind, id: string, values: Values = {}): string {
  const found = entry(kind, id);
  return typeof found === 'object' ? fill(found.about ?? '', values) : '';
}

/** What the board's objectives ask for, by their names. */
function objectives(board: Pick<Board, 'modules'>): Record<string, Record<string, unknown>> {
  const module = board.modules.find(({ id }) => id === 'objectives');
  return (module?.figures.objectives ?? {}) as Record<string, Record<string, unknown>>;
}

/** An objective in a sentence, made from its predicate and figures. */
export function objective(board: Pick<Board, 'modules'>, name: string): string {
  const figures = objectives(board)[name] ?? {};
  const id = [`${figures.predicate}/${figures.tag}`, String(figures.predicate)].find((one) => entry('objective', one));
  return word('objective', id ?? name, { ...figures, tag: word('tag', String(figures.tag)) } as Values);
}

export const lineName = (board: Pick<Board, 'lines'>, line: string): string =>
  t('line {number}, {colour}', { number: board.lines.indexOf(line) + 1, colour: word('line', line) });

/** A gain or a loss: +4, −3. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);
