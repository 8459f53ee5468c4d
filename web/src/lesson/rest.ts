// While a lesson speaks its last words the next card waits behind them, and so does all that could be done with it.

import type { View } from '../lib/types';

/** The table as it stands until then: everybody has answered, no card lies on it, and a round that ended is still the one spoken of. */
export function atRest(view: View): View {
  const round = (view.round ?? 1) - (view.turn === 1 && view.round !== 1 ? 1 : 0);
  return {
    ...view,
    round,
    turned: [],
    answer: null,
    can_take_back: false,
    seats: view.seats.map((seat) => ({ ...seat, pencil: seat.pencils[round - 1] ?? seat.pencil, answered: true })),
  };
}
