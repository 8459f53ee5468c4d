// Focus goes where the news is: to the heading of a page that has come, or to the map when what had it is gone.

const PATIENCE = 4000; // ms that a page may take to come

const idle = (): boolean => !document.activeElement || document.activeElement === document.body;

function take(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** To the first place that there is: now, or as soon as it comes, unless the reader goes elsewhere meanwhile. */
export function focusOn(selector: string, until = Date.now() + PATIENCE): void {
  const place = document.querySelector<HTMLElement>(selector);
  if (place) take(place);
  else if (idle() && Date.now() < until) requestAnimationFrame(() => focusOn(selector, until));
}

/** The same, if what had the focus has gone from the page. */
export function refocus(selector: string): void {
  if (idle()) focusOn(selector, 0);
}

/** The heading that says where one is now; a page may name another with `data-heading`. */
export const HEADING = '[data-heading], h1';
