// Why something cannot be done: the engine's reason in the reader's language.

import type { Values } from '../lib/i18n.svelte';
import { word } from '../lib/words';

export const refusal = (why: string, values: Values = {}): string => word('refusal', why, values);
