// Which page an address means. Links stay ordinary links.

const place = $state({ path: location.pathname });

addEventListener('popstate', () => (place.path = location.pathname));

export interface Route {
  page: 'home' | 'about' | 'learn' | 'table' | 'replay' | 'join' | 'seat' | 'lost';
  id: string;
}

const PAGES: Record<string, Route['page']> = { t: 'table', r: 'replay', j: 'join', s: 'seat' };

export function route(): Route {
  const [head = '', id = ''] = place.path.split('/').filter(Boolean);
  if (!head) return { page: 'home', id };
  if (head === 'about' || head === 'learn') return { page: head, id };
  return { page: id ? (PAGES[head] ?? 'lost') : 'lost', id };
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  place.path = location.pathname;
  scrollTo(0, 0);
}

/** For `onclick` of links into the page: no reload, but new tabs still work. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest('a');
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.hasAttribute('download') || link.pathname.startsWith('/api')) return;
  event.preventDefault();
  go(link.pathname);
}
