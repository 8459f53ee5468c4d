// Which page an address means. Links stay ordinary links.

const place = $state({ path: location.pathname, search: location.search, hash: location.hash });

const arrive = (): void => {
  place.path = location.pathname;
  place.search = location.search;
  place.hash = location.hash;
};
addEventListener('popstate', arrive);

export interface Route {
  page: 'home' | 'city' | 'count' | 'about' | 'learn' | 'practise' | 'rules' | 'conduct' | 'table' | 'replay' | 'review' | 'follow' | 'join' | 'seat' | 'drawings' | 'editor' | 'lost';
  id: string;
}

const PAGES: Record<string, Route['page']> = { t: 'table', r: 'replay', c: 'follow', j: 'join', s: 'seat' };

export function route(): Route {
  const [head = '', id = '', ...more] = place.path.split('/').filter(Boolean);
  if (!head) return { page: 'home', id };
  if (head === 'rules') return { page: 'rules', id: [id, ...more].join('/') };
  if (head === 'about' || head === 'learn' || head === 'practise' || head === 'conduct' || head === 'count') return { page: head, id };
  if (head === 'boards' && id === 'edit') return { page: 'editor', id: more[0] ?? '' };
  if (head === 'boards' && !id) return { page: 'drawings', id };
  if (head === 'boards') return { page: 'city', id };
  if (head === 'r' && more[0] === 'review') return { page: 'review', id };
  return { page: id ? (PAGES[head] ?? 'lost') : 'lost', id };
}

/** The place on the page that the address names. */
export const hash = (): string => place.hash.slice(1);

/** What the address asks for by this name. */
export const asked = (name: string): string => new URLSearchParams(place.search).get(name) ?? '';

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  arrive();
  scrollTo(0, 0);
}

/** For `onclick` of links into the page: no reload, but new tabs still work. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest('a');
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.hasAttribute('download') || link.pathname.startsWith('/api')) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
