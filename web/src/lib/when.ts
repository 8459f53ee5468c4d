// How long ago something was, as the language says it; what is older than a week has a date.

const DAY = 86_400;
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY],
  ['hour', 3600],
  ['minute', 60],
];

/** `at` and `now` in seconds since 1970. */
export function ago(at: number, language: string, now = Date.now() / 1000): string {
  const past = Math.max(0, now - at);
  if (past >= 7 * DAY) return date(at, language, now);
  const [unit, length] = UNITS.find(([, length]) => past >= length) ?? ['second', Infinity];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(past / length), unit);
}

/** In how long something comes, as the language says it. */
export function soon(seconds: number, language: string): string {
  const [unit, length] = UNITS.find(([, length]) => seconds >= 0.99 * length) ?? ['minute', 60];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.max(1, Math.round(seconds / length)), unit);
}

function date(at: number, language: string, now: number): string {
  const [then, today] = [new Date(at * 1000), new Date(now * 1000)];
  const year = then.getFullYear() === today.getFullYear() ? undefined : 'numeric';
  return then.toLocaleDateString(language, { day: 'numeric', month: 'short', year });
}
