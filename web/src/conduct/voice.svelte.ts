// The cards aloud, in the reader's language, where the device has a voice for it.

import { language } from '../lib/i18n.svelte';

const speech = (): SpeechSynthesis | null => (globalThis as Partial<typeof globalThis>).speechSynthesis ?? null;

let voices = $state.raw<SpeechSynthesisVoice[]>([]);
let asked = false;

/** Some devices find their voices only after a while. */
function look(): void {
  if (asked) return;
  asked = true;
  const find = (): void => void (voices = speech()?.getVoices() ?? []);
  speech()?.addEventListener?.('voiceschanged', find);
  find();
}

function ours(): SpeechSynthesisVoice | null {
  const spoken = voices.filter((voice) => voice.lang.toLowerCase().split(/[-_]/)[0] === language());
  return spoken.find((voice) => voice.localService) ?? spoken[0] ?? null; // one that needs no network
}

/** Whether this device speaks the language of the page. */
export function hasVoice(): boolean {
  look();
  return ours() !== null;
}

/** Said at once, in place of what is being said. */
export function speakAloud(text: string): void {
  look();
  const [voice, synthesis] = [ours(), speech()];
  if (!voice || !synthesis) return;
  synthesis.cancel();
  const said = new SpeechSynthesisUtterance(text);
  said.lang = voice.lang;
  said.voice = voice;
  synthesis.speak(said);
}

export const hush = (): void => speech()?.cancel();
