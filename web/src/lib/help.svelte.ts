// The help card opens everywhere: by `?`, or by a button. A page that is about a table says which.

import type { Board, View } from './types';

export interface About {
  board: Board;
  view: View | null;
}

let open = $state(false);
let about = $state.raw<About | null>(null);

export const helpShown = (): boolean => open;
export const helpAbout = (): About | null => about;

export function openHelp(): void {
  open = true;
}

export function closeHelp(): void {
  open = false;
}

/** What the help is about, as long as the component stands that calls it. */
export function helpsWith(what: () => About | null): void {
  $effect(() => {
    about = what();
  });
  $effect(() => () => {
    about = null;
  });
}

/** `?` anywhere, but not while somebody writes or a dialog is open. */
export function helpKey(event: KeyboardEvent): void {
  if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const place = event.target as Element | null;
  if (place?.closest('textarea, select, dialog') || place?.matches('input:not([type=radio], [type=checkbox], [type=range])')) return;
  event.preventDefault();
  openHelp();
}
