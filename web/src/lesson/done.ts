// Which lessons were taken to their end in this browser, which of their games were put away, and whether the first one
// need not be offered any more.

import { remember } from '../lib/remember';

const KEY = 'terminus-lessons';
const OFFER = ''; // stands among the lessons for the offer on the home page

function kept(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}

const keep = (thing: string): void => remember(KEY, JSON.stringify([...new Set([...kept(), thing])]));

export const isDone = (lesson: string): boolean => kept().includes(lesson);
export const setDone = keep;
export const isOffered = (): boolean => !kept().length;
export const declineOffer = (): void => keep(OFFER);
