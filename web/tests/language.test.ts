import { beforeEach, expect, test, vi } from 'vitest';

import { language, LANGUAGES, nativeName, offered, speak, t } from '../src/lib/i18n.svelte';
import { begin, choose } from '../src/lib/language';

/** A server that knows this language of the person, if one is told, and what it is asked to keep. */
function serverKnows(known: string | null): string[] {
  const kept: string[] = [];
  vi.stubGlobal('fetch', async (_: string, call: RequestInit) => {
    if (known === null) throw new TypeError('the server is away');
    if (call.method === 'PUT') kept.push(String(call.body));
    return new Response(JSON.stringify({ language: known }));
  });
  return kept;
}

function pageIsAt(query: string, ...preferred: string[]): string[] {
  const shown: string[] = [];
  vi.stubGlobal('location', { href: `http://here/t/abc${query}` });
  vi.stubGlobal('history', { state: null, replaceState: (_: unknown, __: string, at: URL) => shown.push(String(at)) });
  vi.stubGlobal('navigator', { languages: preferred });
  return shown;
}

beforeEach(() => {
  localStorage.removeItem('terminus-language');
  return speak('en');
});

test('of two languages that are chosen at once the later is spoken, whichever arrives first', async () => {
  serverKnows('en');
  await Promise.all([choose('fr'), choose('en')]); // French has yet to be loaded
  expect(language()).toBe('en');
});

test('four languages are offered, under their own names', () => {
  expect(LANGUAGES.map(nativeName)).toEqual(['Deutsch', 'English', 'Español', 'Français']);
  expect(offered(['xx', null, '', 'ES_mx', 'fr'])).toBe('es');
  expect(offered(['tlh'])).toBeNull();
});

test.each([
  ['', 'fr', ['de'], 'fr'], // what was chosen before
  ['', 'xx', ['nl', 'es-AR', 'fr'], 'es'], // a language that is no longer offered: the browser’s next best
  ['', null, ['de-CH'], 'de'], // a server that is away
  ['', 'xx', ['nl'], 'en'],
  ['?lang=xx', 'fr', ['de'], 'fr'],
])('with %s, %s kept and %s preferred the page begins in %s', async (query, known, preferred, spoken) => {
  const kept = serverKnows(known);
  pageIsAt(query, ...preferred);
  await begin();
  expect([language(), document.documentElement.lang]).toEqual([spoken, spoken]);
  expect(kept).toEqual([]);
});

test('an address that asks for a language gets it, once, and for good', async () => {
  const kept = serverKnows('fr');
  const shown = pageIsAt('?lang=de&seat=1', 'en');
  await begin();
  expect(language()).toBe('de');
  expect(kept).toEqual(['{"language":"de"}']);
  expect(shown).toEqual(['http://here/t/abc?seat=1']);
});

test('without the server the choice holds for this page', async () => {
  serverKnows(null);
  await choose('es');
  expect(t('Which way?')).toBe('¿Por dónde?');
  pageIsAt('', 'de');
  await begin(); // a page that starts without a network
  expect(language()).toBe('es');
});
