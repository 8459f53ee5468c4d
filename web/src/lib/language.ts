// Which language is spoken: what the address asks for (?lang=de), what was chosen before, what the browser prefers.

import { me, setMe } from './api';
import { offered, speak } from './i18n.svelte';
import { remember } from './remember';

const KEPT = 'terminus-language';

/** At once, and from now on wherever this person comes back. A server that is away learns it another time. */
export async function choose(wanted: string): Promise<void> {
  remember(KEPT, wanted);
  const told = setMe({ language: wanted }).catch(() => undefined); // first: whoever sees it may leave the page
  await speak(wanted);
  await told;
}

/** Before the first word is shown. Where a catalogue cannot be had the page speaks English rather than not at all. */
export async function begin(): Promise<void> {
  const asked = offered([takeFromAddress()]);
  const begun = asked ? choose(asked) : speak(offered([await chosenBefore(), ...navigator.languages]) ?? '');
  await begun.catch(() => undefined);
}

const chosenBefore = (): Promise<string | null> =>
  me().then(
    (known) => known.language,
    () => localStorage.getItem(KEPT), // without a network
  );

/** The wish is granted once: a reload, or a link that is passed on, does not ask again. */
function takeFromAddress(): string | null {
  const address = new URL(location.href);
  const asked = address.searchParams.get('lang');
  address.searchParams.delete('lang');
  if (asked !== null) history.replaceState(history.state, '', address);
  return asked;
}
