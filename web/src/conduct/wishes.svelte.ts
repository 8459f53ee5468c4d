// What is wanted beside the cards, remembered in this browser: a voice, a timer.

import { remember } from '../lib/remember';

const KEY = 'terminus-conductor';

interface Wishes {
  voice: boolean;
  seconds: number | null; // for a turn
}

function stored(): Wishes {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Wishes>;
    return { voice: kept.voice === true, seconds: Number(kept.seconds) || null };
  } catch {
    return { voice: false, seconds: null };
  }
}

const wishes = $state(stored());

export const wish = (): Readonly<Wishes> => wishes;

export function setWish(changed: Partial<Wishes>): void {
  Object.assign(wishes, changed);
  remember(KEY, JSON.stringify(wishes));
}
