// Light or dark: the system's wish until somebody chooses.

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'terminus-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

function stored(): Theme {
  const found = localStorage.getItem(KEY);
  return found === 'light' || found === 'dark' ? found : 'system';
}

const state = $state<{ theme: Theme; shown: 'light' | 'dark' }>({ theme: stored(), shown: 'light' });

function show(): void {
  state.shown = state.theme === 'system' ? (dark.matches ? 'dark' : 'light') : state.theme;
  document.documentElement.dataset.theme = state.shown;
}

export const shownTheme = (): 'light' | 'dark' => state.shown;

export function startTheme(): void {
  dark.addEventListener('change', show);
  show();
}

/** The other of the two; what the system wishes anyway needs no remembering. */
export function turnTheme(): void {
  const other = state.shown === 'dark' ? 'light' : 'dark';
  state.theme = other === (dark.matches ? 'dark' : 'light') ? 'system' : other;
  if (state.theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, state.theme);
  show();
}
