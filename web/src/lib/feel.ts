// Heard and felt, if the reader has switched it on: then only are the sounds loaded.

import { isOn } from './settings.svelte';
import type { Sound } from './sounds';

const BUZZ: Record<Sound, number[]> = { card: [12], pencil: [8], stamp: [35], round: [20, 60, 20], turn: [40, 60, 40] }; // ms on, off, on

export const canVibrate = (): boolean => 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;

export function feel(what: Sound): void {
  if (isOn('sound')) void import('./sounds').then(({ play }) => play(what), () => undefined);
  if (isOn('vibration') && canVibrate()) navigator.vibrate(BUZZ[what]);
}
