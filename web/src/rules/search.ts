// Finding a rule by words or by its number: every word must be there, accents, case and endings aside.

import type { Rule, RulePage } from '../lib/types';

export interface Found {
  page: string;
  place: string; // its anchor
  title: string;
  context: string;
}

/** Letters as they are looked for: without accents, in small. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase();

export interface Placed {
  rule: Rule;
  place: string; // its anchor: its first number that no rule before it has, or where it stands
  anchors: string[]; // further numbers that lead to it
}

/** The rules of a page by chapter, each with its anchors; no anchor is there twice. */
export function placed(page: RulePage): Placed[][] {
  const taken = new Set<string>();
  const free = (number: string): boolean => !taken.has(number) && !!taken.add(number);
  return page.chapters.map(({ rules }, c) =>
    rules.map((rule, r) => {
      const [place = `s${c + 1}.${r + 1}`, ...anchors] = rule.numbers.filter(free);
      return { rule, place, anchors };
    }),
  );
}

const AROUND = 60;

/** The part of a text where a word stands, cut at words. */
export function excerpt(text: string, word: string): string {
  const at = Math.max(0, plain(text).indexOf(word));
  const from = at <= AROUND ? 0 : text.indexOf(' ', at - AROUND) + 1;
  const room = text.slice(from, at + AROUND * 2);
  const whole = from + room.length >= text.length ? room : room.slice(0, room.lastIndexOf(' '));
  return `${from ? '… ' : ''}${whole}${from + whole.length < text.length ? ' …' : ''}`;
}

const STEM = 5; // letters that are always compared
const ENDING = 3; // that may differ at a word's end

/** Whether a text has a word, or another form of it: “crossing” is found where it says “cross” or “crosses”. */
export function has(text: string, word: string): boolean {
  if (text.includes(word)) return true;
  const stem = word.slice(0, Math.max(STEM, word.length - ENDING));
  return /^\p{L}{5,}$/u.test(word) && text.split(/[^\p{L}]+/u).some((one) => one.startsWith(stem));
}

/** The rules that have every word of the query, those with it in their title or number first; each text once. */
export function search(pages: readonly RulePage[], query: string, said: (text: string) => string): Found[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const found: (Found & { rank: number })[] = [];
  const seen = new Set<string>();
  for (const page of pages) {
    for (const { rule, place } of placed(page).flat()) {
      const [title, text] = [said(rule.title), said(rule.text)];
      const head = plain(`${title} ${rule.numbers.join(' ')}`);
      const all = `${head} ${plain(text)}`;
      if (!words.every((word) => has(all, word)) || seen.has(title + text)) continue;
      seen.add(title + text);
      const rank = words.every((word) => has(head, word)) ? 0 : 1;
      const context = excerpt(text, words.find((word) => plain(text).includes(word)) ?? '');
      found.push({ page: page.id, place, title, context, rank });
    }
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ rank: _, ...one }) => one);
}
