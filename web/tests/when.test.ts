import { expect, test } from 'vitest';

import { ago } from '../src/lib/when';

const NOW = new Date(2026, 4, 20, 12).getTime() / 1000;
const DAY = 86_400;

test.each([
  [0, 'en', 'now'],
  [-30, 'en', 'now'], // a clock that goes ahead
  [59, 'de', 'jetzt'],
  [60, 'en', '1 minute ago'],
  [3 * 3600, 'fr', 'il y a 3 heures'],
  [DAY, 'es', 'ayer'],
  [6 * DAY, 'en', '6 days ago'],
  [7 * DAY, 'en', 'May 13'],
  [400 * DAY, 'en', 'Apr 15, 2025'],
])('%i seconds ago in %s', (past, language, words) => {
  expect(ago(NOW - past, language, NOW)).toBe(words);
});
