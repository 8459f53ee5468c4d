// What is drawn, in this browser: written at once with each change, so that neither a reload nor a lost network costs anything.

import type { Drawing } from '../lib/types';
import type { Document } from './document';
import { markOf } from './marks';
import { tame } from './tame';

export interface Kept {
  version: number; // of the server's that it was made from; 0 if the server has none
  saved: boolean; // the server has all of it
  at: number; // seconds since 1970
  printed: string | null; // the sheet that is being entered, whose figures are ticked off
  document: Document;
  sent?: string[]; // marks of what was sent to the server and not answered yet
}

const PREFIX = 'terminus-drawing-';
const unkept = new Map<string, string>(); // where the browser keeps nothing: as long as the page is open
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyz';

export function newId(): string {
  const random = crypto.getRandomValues(new Uint8Array(12));
  return [...random].map((value) => SIGNS[value % SIGNS.length]).join('');
}

/** A drawing that begins here; the server has nothing of it yet. */
export function begun(document: Document, printed: string | null = null): string {
  const id = newId();
  keep(id, { version: 0, saved: false, at: Date.now() / 1000, printed, document });
  return id;
}

/** False if the browser keeps nothing, for lack of room or because it may not: then it is there until the page is left. */
export function keep(id: string, kept: Kept): boolean {
  const text = JSON.stringify(kept);
  try {
    localStorage.setItem(PREFIX + id, text);
    unkept.delete(id);
  } catch {
    unkept.set(id, text);
  }
  return isKept(id);
}

export const isKept = (id: string): boolean => !unkept.has(id);

/** Exactly as it stands in this browser, to see whether another window has written since. */
export const written = (id: string): string | null => {
  try {
    return unkept.get(id) ?? localStorage.getItem(PREFIX + id);
  } catch {
    return null;
  }
};

export function kept(id: string): Kept | null {
  try {
    const found = JSON.parse(written(id) ?? 'null') as Partial<Kept> | null;
    if (!found || typeof found.version !== 'number') return null;
    const printed = typeof found.printed === 'string' ? found.printed : null;
    const sent = Array.isArray(found.sent) ? found.sent.map(String) : [];
    return { version: found.version, saved: found.saved === true, at: Number(found.at) || 0, printed, sent, document: tame(found.document) };
  } catch {
    return null;
  }
}

/** Where one goes on with what the server has. If that is older than what it had of this once, as after a backup was brought
 *  back, what is here is saved after it: both are there then. */
export function goingOn(here: Kept | null, there: Drawing): Kept {
  const document = tame(there.document);
  const isOlder = here !== null && there.version <= here.version && markOf(here.document) !== markOf(document);
  if (isOlder) return { ...here, version: there.version, saved: false };
  return { version: there.version, saved: true, at: there.at, printed: here?.printed ?? null, document };
}

export function forget(id: string): void {
  unkept.delete(id);
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // there was nothing to forget
  }
}

function storedIds(): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  } catch {
    return []; // this page may not look
  }
}

/** All that this browser has, the latest first. */
export const allKept = (): (Kept & { id: string })[] =>
  [...new Set([...storedIds(), ...unkept.keys()])]
    .flatMap((id) => {
      const found = kept(id);
      return found ? [{ id, ...found }] : [];
    })
    .sort((a, b) => b.at - a.at);
