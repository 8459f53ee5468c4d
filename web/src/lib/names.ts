// Who has given no name is called by their seat, in the language of whoever reads it.

import { t } from './i18n.svelte';
import type { View } from './types';

export const nameAt = (seat: number, name: string): string => name || t('Player {number}', { number: seat + 1 });

/** The same table with a name for everybody. */
export const named = (view: View): View => ({
  ...view,
  seats: view.seats.map((seat, i) => (seat.name || seat.kind !== 'person' ? seat : { ...seat, name: nameAt(i, '') })),
  chat: view.chat.map((line) => (line.name ? line : { ...line, name: nameAt(line.seat, '') })),
});
