import { language } from './i18n.svelte';

/** A number as it is printed: with a minus, not a hyphen. */
export const signed = (value: number): string => String(value).replace('-', '−');

/** To a tenth, as the language writes it. */
export const tenth = (value: number): string =>
  value.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).replace('-', '−');

/** A share of 1 in hundredths. */
export const hundredths = (value: number): string =>
  value.toLocaleString(language(), { style: 'percent', maximumFractionDigits: 0 });
