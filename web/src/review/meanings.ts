// What each number of a review is, in a sentence, and what it is not.

import { t } from '../lib/i18n.svelte';

export type Number = 'par' | 'luck' | 'lost' | 'drift' | 'score';

export interface Meaning {
  name: string;
  is: string;
  not: string;
}

export const meanings = (): Record<Number, Meaning> => ({
  par: {
    name: t('par'),
    is: t('The points that the estimate sees ahead with your pencils before the first card is turned.'),
    not: t(
      'It is no mark that you have to reach: with middling cards and no loss a game ends near it, or well above it where nothing was learned for the board.',
    ),
  },
  luck: {
    name: t('luck'),
    is: t('How much more, or less, the cards that came were worth than cards on average, added up card by card.'),
    not: t('It says nothing about how you played: whatever you draw, the luck of a card stays the same.'),
  },
  lost: {
    name: t('lost'),
    is: t('How much less your moves were worth than the best ones, added up move by move.'),
    not: t('It is no verdict: nobody plays without losing points, and our bot is not always right either.'),
  },
  drift: {
    name: t('drift'),
    is: t('How the estimate changed between your move and the next card: what the bot saw only then.'),
    not: t('It is neither luck nor skill: it shows how far the estimate itself was off.'),
  },
  score: {
    name: t('score'),
    is: t('What stands on your pad at the end: the four numbers before it add up to it.'),
    not: t('One game says little: the luck of the cards alone is often worth more than ten points.'),
  },
});
