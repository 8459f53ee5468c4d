import { describe, expect, test } from 'vitest';

import type { RulePage } from '../src/lib/types';
import { excerpt, has, placed, plain, search } from '../src/rules/search';

const rule = (title: string, text: string, numbers: string[] = []) => ({
  numbers,
  title,
  text,
  figures: [],
  table: '',
  more: '',
});
const page = (id: string, ...rules: ReturnType<typeof rule>[]): RulePage => ({
  id,
  title: id,
  about: '',
  city: id,
  facts: [],
  chapters: [{ title: 'one', rules }],
});
const FRENCH: Record<string, string> = {
  'Never across': 'Jamais en travers',
  'No section crosses another.': 'Aucune section n’en croise une déjà tracée.',
};
const said = (text: string): string => FRENCH[text] ?? text;
const PAGES = [
  page('here', rule('Never across', 'No section crosses another.', ['R3.6']), rule('Joker', 'It fits any station.')),
  page('there', rule('Never across', 'No section crosses another.', ['R3.6']), rule('Switch', 'Never too early.', ['R3.8', 'R3.6'])),
];

describe('searching the rules', () => {
  test('another form of a word finds it too, a short one or a number does not', () => {
    expect(['crossing', 'cross', 'crossed', 'sections'].map((word) => has('no section crosses another', word))).toEqual(
      [true, true, true, true],
    );
    expect(['crown', 'crossroads', 'noes', 'r3.66'].map((word) => has('no section crosses r3.6', word))).toEqual(
      [false, false, false, false],
    );
  });
  test('every word must be there, and a title comes before a text', () => {
    expect(search(PAGES, 'never', said).map(({ title }) => title)).toEqual(['Switch']);
    expect(search(PAGES, 'never', (text) => text).map(({ title }) => title)).toEqual(['Never across', 'Switch']);
    expect(search(PAGES, 'fits joker', said).map(({ place }) => place)).toEqual(['s1.2']);
    expect(search(PAGES, 'fits switch', said)).toEqual([]);
    expect(search(PAGES, '  ', said)).toEqual([]);
  });
  test('in the language that is read, accents and case aside, each rule once', () => {
    const found = search(PAGES, 'DEJA tracee', said);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ page: 'here', place: 'R3.6', title: 'Jamais en travers' });
    expect(plain('Straße Ñandú')).toBe('strasse nandu');
  });
  test('by number', () => {
    expect(search(PAGES, 'r3.8', said).map(({ place }) => place)).toEqual(['R3.8']);
  });
  test('with the words around what was found', () => {
    const long = `${'word '.repeat(30)}needle ${'word '.repeat(40)}`.trim();
    expect(excerpt(long, 'needle')).toMatch(/^… word .*needle word .* …$/);
    expect(excerpt('short needle', 'needle')).toBe('short needle');
  });
});

test('no anchor is there twice: the first rule with a number has it', () => {
  expect(placed(PAGES[1]!).flat().map(({ place, anchors }) => [place, anchors])).toEqual([
    ['R3.6', []],
    ['R3.8', []],
  ]);
});
