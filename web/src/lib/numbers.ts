/** A number as it is printed: with a minus, not a hyphen. */
export const signed = (value: number): string => String(value).replace('-', '−');
