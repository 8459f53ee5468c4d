// The positions made by us, in their order.

import { positions } from '../lib/api';

/** The position after this one among those of the same city and modules that was not solved yet; null if there is none. */
export async function after(id: string): Promise<string | null> {
  const all = await positions();
  const here = all.find((set) => set.positions.some((one) => one.id === id))?.positions ?? [];
  const at = here.findIndex((one) => one.id === id);
  const others = [...here.slice(at + 1), ...here.slice(0, Math.max(0, at))];
  return others.find((one) => !one.solved)?.id ?? null;
}
