// Every word on the page goes through `t`: the English sentence is the key, {named} places are filled.

export type Values = Record<string, string | number>;
/** One text for each plural category of the language, as Intl.PluralRules calls them. */
export type Forms = Record<string, string>;
interface Catalogue {
  messages: Record<string, string | Forms>;
  vocabulary: Record<string, Record<string, string | Forms>>;
}

const files = import.meta.glob<{ default: Catalogue }>('../catalogues/*.json');
const restFiles = import.meta.glob<{ default: Catalogue['messages'] }>('../catalogues/later/*.json');
export const LANGUAGES = Object.keys(files)
  .map((path) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length))
  .sort();

const ENGLISH = 'en';
let current = $state.raw<{ language: string; catalogue: Catalogue }>({
  language: ENGLISH,
  catalogue: { messages: {}, vocabulary: {} },
});
let awaited = ENGLISH;
let rest: Promise<void> | null = null; // what is said later, once somebody wants it

export function language(): string {
  return current.language;
}

/** The first of these tags that is offered: `de-AT` is German, and `xx` nobody's language. */
export function offered(tags: readonly (string | null)[]): string | null {
  const codes = tags.map((tag) => tag?.toLowerCase().split(/[-_]/)[0] ?? '');
  return codes.find((code) => LANGUAGES.includes(code)) ?? null;
}

/** What a language calls itself. */
export function nativeName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** From now on, everywhere on the page; of two that are asked for at once the later. English where it is unknown. */
export async function speak(wanted: string): Promise<void> {
  const chosen = offered([wanted]) ?? ENGLISH;
  awaited = chosen;
  const [first, more] = await Promise.all([
    files[`../catalogues/${chosen}.json`]?.(),
    rest && restFiles[`../catalogues/later/${chosen}.json`]?.(),
  ]);
  if (!first || awaited !== chosen) return;
  const messages = { ...first.default.messages, ...(more ? more.default : {}) };
  current = { language: chosen, catalogue: { ...first.default, messages } };
  document.documentElement.lang = chosen;
}

/** A part of the page that is loaded when it is wanted, and what it says with it: `later(import(…))`. The catalogues are
 * divided by it (tools/page_parts.py): what is said nowhere else is in no first view. */
export async function later<T>(part: Promise<T>): Promise<T> {
  rest ??= Promise.resolve().then(() => speak(awaited));
  try {
    await rest;
  } catch (error) {
    rest = null; // to be asked for again
    throw error;
  }
  return part;
}

export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** The form that fits a number in this language. */
export function formFor(forms: Forms, count: number, language = current.language): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other ?? Object.values(forms)[0] ?? '';
}

export function t(message: string, values: Values = {}): string {
  const found = current.catalogue.messages[message];
  return fill(typeof found === 'string' ? found : message, values);
}

/** The form that fits `count`, which also fills {count}. */
export function tn(one: string, more: string, count: number, values: Values = {}): string {
  const found = current.catalogue.messages[one];
  const forms = typeof found === 'object' ? found : { one, other: more };
  return fill(formFor(forms, count), { count, ...values });
}

/** What the vocabulary has of a kind, by id. */
export const known = (kind: string): Record<string, string | Forms> => current.catalogue.vocabulary[kind] ?? {};

/** «a, b and c» as the language has it. */
export const listed = (words: string[]): string => new Intl.ListFormat(current.language).format(words);

/** Marks a sentence that `t` translates later. */
export const msg = (message: string): string => message;
