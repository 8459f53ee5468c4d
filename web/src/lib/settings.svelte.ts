// What a reader has switched on for this browser, remembered here; and whether the dialog for it is open.

import { remember } from './remember';

const KEY = 'terminus-';
const stored = (name: string): boolean => localStorage.getItem(KEY + name) === 'on';

const on = $state({ sound: stored('sound'), vibration: stored('vibration') });
export type Switch = keyof typeof on;

export const isOn = (name: Switch): boolean => on[name];

export function turn(name: Switch, to: boolean): void {
  on[name] = to;
  if (to) remember(KEY + name, 'on');
  else localStorage.removeItem(KEY + name);
}

const dialog = $state({ open: false });

export const settingsOpen = (): boolean => dialog.open;
export const openSettings = (): void => void (dialog.open = true);
export const closeSettings = (): void => void (dialog.open = false);
