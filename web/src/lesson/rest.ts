// While a lesson speaks its last words the next card waits behind them, and so does all that could be done with it.

import type { View } from '../lib/types';

/** The table as it stands until then: everybody has answered, and no card lies on it. */
export const atRest = (view: View): View => ({
  ...view,
  turned: [],
  answer: null,
  can_take_back: false,
  seats: view.seats.map((seat) => ({ ...seat, answered: true })),
});
