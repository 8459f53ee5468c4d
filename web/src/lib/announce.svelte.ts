// News for ears: whoever calls `announce` is heard by screen readers, one after the other, in the one quiet place that
// ui/Announcer.svelte keeps. `alarm` interrupts: only for errors and for time that runs out.

import { untrack } from 'svelte';

export interface News {
  id: number;
  text: string;
}

const KEPT = 12; // the latest ones stay to be read again
const ECHO = 400; // ms within which the same words twice are once

const said = $state<{ quiet: News[]; loud: News[] }>({ quiet: [], loud: [] });
let count = 0;
let latest = { text: '', at: -Infinity };

function say(where: 'quiet' | 'loud', text: string): void {
  const now = Date.now();
  if (!text || (text === latest.text && now - latest.at < ECHO)) return;
  latest = { text, at: now };
  const before = untrack(() => said[where]); // an effect that speaks does not speak again because it spoke
  said[where] = [...before, { id: ++count, text }].slice(-KEPT);
}

/** Said after whatever is being read. */
export const announce = (text: string): void => say('quiet', text);

/** Said at once. */
export const alarm = (text: string): void => say('loud', text);

export const quietNews = (): News[] => said.quiet;
export const loudNews = (): News[] => said.loud.slice(-1);
