// Every word on the page goes through `t`: the English sentence is the key, {named} places are filled.

export type Values = Record<string, string | number>;
/** One text for each plural category of the language, as Intl.PluralRules calls them. */
export type Forms = Record<string, string>;
interface Catalogue {
  messages: Record<string, string | Forms>;
  vocabulary: Record<string, Record<string, string | Forms>>;
}

const files = import.meta.glob<{ default: Catalogue }>('../catalogues/*.json');
export const LANGUAGES = Object.keys(files)
  .map((path) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length))
  .sort();

const current = $state<{ language: string; catalogue: Catalogue }>({
  language: 'en',
  catalogue: { messages: {}, vocabulary: {} },
});

export function language(): string {
  return current.language;
}

/** What a language calls itself. */
export function nativeName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

export async function speak(wanted: string): Promise<void> {
  const chosen = LANGUAGES.includes(wanted) ? wanted : 'en';
  const file = files[`../catalogues/${chosen}.json`];
  if (file) current.catalogue = (await file()).default;
  current.language = chosen;
  document.documentElement.lang = chosen;
}

export function preferred(): string {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return wanted.find((tag) => LANGUAGES.includes(tag)) ?? 'en';
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
