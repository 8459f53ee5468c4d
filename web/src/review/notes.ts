// What has to be known of the sum of a review, in sentences.

import { t, tn } from '../lib/i18n.svelte';
import { signed } from '../lib/numbers';
import type { Review, View } from '../lib/types';

/** What a game alone with modules has less in the end than its pad shows. */
export function deducted(view: View): string | null {
  const solo = view.what_if ? null : (view.result?.solo ?? null);
  if (!solo?.penalty) return null;
  return tn(
    'Before the deduction: alone, {count} module costs {penalty} points, so the result is {score}.',
    'Before the deduction: alone, {count} modules cost {penalty} points, so the result is {score}.',
    view.modules.length,
    { penalty: solo.penalty, score: signed(solo.score) },
  );
}

function playedOn({ what_if: from }: View): string | null {
  if (!from) return null;
  return t('Reviewed is what was played here, from round {round}, turn {turn} on: par is what was expected there.', {
    round: from.round,
    turn: from.turn,
  });
}

function byScore({ by, depth }: Review): string | null {
  return by === 'score' ? t('Nothing was learned for this board: it is judged by the score alone, {depth} cards ahead.', { depth }) : null;
}

export const notesOf = (review: Review, view: View): string[] =>
  [playedOn(view), deducted(view), byScore(review)].filter((note) => note !== null);
