// What stands at which kind of address. Each comes when it is wanted, so the first view has only what it shows.

import type { Component } from 'svelte';
import { later } from './lib/i18n.svelte';
import type { Route } from './lib/router.svelte';

type Page = { default: Component<any> }; // each takes of the address what it needs

const home = (): Promise<Page> => import('./home/Home.svelte');
const followLink = (): Promise<Page> => import('./home/FollowLink.svelte');

/** With the book's sentences: they are in no catalogue, and nothing is to be read in English first. */
async function rules(): Promise<Page> {
  const page = await later(import('./rules/RulesPage.svelte'));
  await page.ready();
  return page;
}

const PAGES: Record<Route['page'], () => Promise<Page>> = {
  home,
  lost: home,
  join: followLink,
  seat: followLink,
  about: () => later(import('./home/About.svelte')),
  count: () => later(import('./count/CountPage.svelte')),
  learn: () => later(import('./lesson/Learn.svelte')),
  practise: () => later(import('./practise/PractisePage.svelte')),
  rules,
  conduct: () => later(import('./conduct/ConductPage.svelte')),
  follow: () => later(import('./conduct/FollowPage.svelte')),
  city: () => later(import('./boards/City.svelte')),
  table: () => import('./table/TablePage.svelte'),
  replay: () => later(import('./replay/Replay.svelte')),
  drawings: () => later(import('./editor/DrawingsPage.svelte')),
  editor: () => later(import('./editor/EditorPage.svelte')),
  review: () => later(import('./review/ReviewPage.svelte')),
};

export const pageAt = ({ page }: Route): Promise<Page> => PAGES[page]();
