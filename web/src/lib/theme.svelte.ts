// Light, dark or high contrast: the system's wish until somebody chooses. High contrast is light or dark as the system is.

import { msg } from './i18n.svelte';
import { remember } from './remember';

/** What can be chosen, and what it is called. */
export const THEMES = [
  { id: 'system', name: msg('As the system') },
  { id: 'light', name: msg('Light') },
  { id: 'dark', name: msg('Dark') },
  { id: 'contrast', name: msg('High contrast') },
] as const;
export type Theme = (typeof THEMES)[number]['id'];

const KEY = 'terminus-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');
const more = matchMedia('(prefers-contrast: more)');
const forced = matchMedia('(forced-colors: active)'); // the system's own few colours

function stored(): Theme {
  const found = localStorage.getItem(KEY);
  return THEMES.find(({ id }) => id === found)?.id ?? 'system';
}

const state = $state<{ theme: Theme; shown: 'light' | 'dark'; contrast: boolean }>({
  theme: stored(),
  shown: 'light',
  contrast: false,
});

function show(): void {
  const { theme } = state;
  const own = (theme === 'light' || theme === 'dark') && !forced.matches;
  state.shown = own ? theme : dark.matches ? 'dark' : 'light';
  state.contrast = theme === 'contrast' || forced.matches || (theme === 'system' && more.matches);
  const { dataset } = document.documentElement;
  dataset.theme = state.shown;
  dataset.contrast = state.contrast ? 'more' : 'usual';
  tintBrowser();
}

/** The browser's own bar takes the colour of the page's ground. */
function tintBrowser(): void {
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--desk').trim();
  if (!ground) return;
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.setAttribute('content', ground);
}

export const shownTheme = (): 'light' | 'dark' => state.shown;
export const chosenTheme = (): Theme => state.theme;

export function startTheme(): void {
  for (const wish of [dark, more, forced]) wish.addEventListener('change', show);
  show();
}

export function chooseTheme(theme: Theme): void {
  state.theme = theme;
  if (theme === 'system') localStorage.removeItem(KEY);
  else remember(KEY, theme);
  show();
}

/** The other of light and dark; what the system wishes anyway needs no remembering. */
export function turnTheme(): void {
  const other = state.shown === 'dark' ? 'light' : 'dark';
  chooseTheme(other === (dark.matches ? 'dark' : 'light') ? 'system' : other);
}
