// Who looks on, in words.

import { listed, tn } from '../lib/i18n.svelte';
import type { View } from '../lib/types';

/** Names as far as we know them, and how many have none. */
export function whoWatches({ count, names }: View['watching']): string {
  const nameless = count - names.length;
  const rest = nameless ? [tn('somebody without a name', '{count} without a name', nameless)] : [];
  return listed([...names, ...rest]);
}
