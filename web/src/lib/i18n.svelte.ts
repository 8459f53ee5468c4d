// Every word on the page goes through `t`: the English sentence is the key, {named} places are filled.

type Values = Record<string, string | number>;
type Catalogue = Record<string, string | string[]>;

const files = import.meta.glob<{ default: Catalogue }>('../catalogues/*.json');
const available = Object.keys(files).map((path) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length));
export const LANGUAGES = [...new Set(['en', ...available])].sort();
export const NATIVE: Record<string, string> = { en: 'English', fr: 'Français', es: 'Español', de: 'Deutsch' };

const current = $state<{ language: string; catalogue: Catalogue }>({ language: 'en', catalogue: {} });

export function language(): string {
  return current.language;
}

export async function speak(wanted: string): Promise<void> {
  const chosen = LANGUAGES.includes(wanted) ? wanted : 'en';
  const file = files[`../catalogues/${chosen}.json`];
  current.catalogue = file ? (await file()).default : {};
  current.language = chosen;
  document.documentElement.lang = chosen;
}

export function preferred(): string {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return wanted.find((tag) => LANGUAGES.includes(tag)) ?? 'en';
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

export function t(message: string, values: Values = {}): string {
  const found = current.catalogue[message];
  return fill(typeof found === 'string' ? found : message, values);
}

/** The form that fits `count`, which also fills {count}. */
export function tn(one: string, more: string, count: number, values: Values = {}): string {
  const found = current.catalogue[one];
  const forms = Array.isArray(found) ? found : [one, more];
  const single = new Intl.PluralRules(current.language).select(count) === 'one';
  return fill((single ? forms[0] : forms[forms.length - 1]) ?? more, { count, ...values });
}

/** Marks a sentence that `t` translates later. */
export const msg = (message: string): string => message;
