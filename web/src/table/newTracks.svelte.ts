// Which tracks are new since the sheet was last seen, so that they draw themselves.

import type { Sheet } from '../lib/types';

const keys = (sheet: Sheet): string[] =>
  Object.entries(sheet.lines).flatMap(([line, { sections }]) => sections.map((name) => `${line} ${name}`));

export function newTracks(sheet: () => Sheet): { readonly keys: string[] } {
  let seen: Set<string> | null = null;
  let latest = $state.raw<string[]>([]);
  $effect.pre(() => {
    const now = keys(sheet());
    const added = seen ? now.filter((key) => !seen?.has(key)) : [];
    if (!seen || added.length || now.length !== seen.size) latest = added;
    seen = new Set(now);
  });
  return {
    get keys() {
      return latest;
    },
  };
}
