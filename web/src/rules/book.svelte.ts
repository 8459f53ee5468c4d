// The rules as the page has them: texts and figures were made when it was built, so they open without a server.

import pages from '../rulebook/book.json';
import { language } from '../lib/i18n.svelte';
import type { Board, Figures, RulePage } from '../lib/types';

export const PAGES = pages as RulePage[];

type Loaded<T> = Record<string, () => Promise<{ default: T }>>;
const texts = import.meta.glob('../rulebook/texts/*.json') as Loaded<Record<string, string>>;
const figures = import.meta.glob('../rulebook/figures/*.json') as Loaded<Figures>;
const boards = import.meta.glob('../rulebook/boards/*.json') as Loaded<Board>;

const spoken = $state<{ texts: Record<string, string> }>({ texts: {} });

/** Brings the sentences of the language that is spoken now; call it again when that changes. */
export async function loadTexts(): Promise<void> {
  const wanted = language();
  const found = (await texts[`../rulebook/texts/${wanted}.json`]?.())?.default ?? {};
  if (wanted === language()) spoken.texts = found;
}

/** A sentence of the book in the reader's language. */
export const said = (text: string): string => spoken.texts[text] ?? text;

export const pageOf = (id: string): RulePage | undefined => PAGES.find((page) => page.id === id);

/** The first page that tells this rule: for a city of one's own, which has none. */
export const pageWith = (number: string): RulePage | undefined =>
  PAGES.find(({ chapters }) => chapters.some(({ rules }) => rules.some(({ numbers }) => numbers.includes(number))));

export async function loadFigures(id: string): Promise<Figures> {
  return (await figures[`../rulebook/figures/${id.replace('/', '-')}.json`]?.())?.default ?? {};
}

async function loadBoard(id: string): Promise<Board> {
  const found = await boards[`../rulebook/boards/${id}.json`]?.();
  if (!found) throw new Error(`there is no board ${id}`);
  return found.default;
}

/** All that a page is drawn with: its figures, and the cities that they are on, by name. */
export async function loadPage(id: string): Promise<{ figures: Figures; boards: Record<string, Board> }> {
  const [found] = await Promise.all([loadFigures(id), loadTexts()]);
  const own = pageOf(id)?.city;
  const tabled = pageOf(id)?.chapters.flatMap(({ rules }) => rules.map(({ table }) => table.split(' ')[1] ?? '')) ?? [];
  const named = [...Object.values(found).map(({ board }) => board), ...tabled, ...(own ? [own] : [])];
  const wanted = [...new Set(named.filter(Boolean))];
  const cities = await Promise.all(wanted.map(loadBoard));
  return { figures: found, boards: Object.fromEntries(cities.map((city) => [city.id, city])) };
}
