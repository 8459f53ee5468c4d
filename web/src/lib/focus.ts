// Focus goes where the news is: to the heading of a page that has come, or to the map when what had it is gone.

const PATIENCE = 4000; // ms that a page may take to come

let latest: Element | null = null; // what had the focus last
document.addEventListener('focusin', ({ target }) => (latest = target as Element));

const idle = (): boolean => !document.activeElement || document.activeElement === document.body;

function take(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

type Find = () => HTMLElement | null;

function focusWhenThere(find: Find, until: number): void {
  const place = find();
  if (place) take(place);
  else if (idle() && Date.now() < until) requestAnimationFrame(() => focusWhenThere(find, until));
}

const first = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);

export const focusOn = (selector: string): void => focusWhenThere(() => first(selector), 0);

/** To the heading that says where one is now, or to another that bears `data-heading`: as soon as it comes, unless the
 * reader goes elsewhere meanwhile. */
export function focusHeading(): void {
  focusWhenThere(() => first('[data-heading]') ?? first('h1'), Date.now() + PATIENCE);
}

/** To a place, if what had the focus has gone from the page or cannot be used any more. */
export function refocus(selector: string): void {
  if (idle() && latest && (!latest.isConnected || latest.matches(':disabled'))) focusOn(selector);
}
