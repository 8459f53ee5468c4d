// Where in a panel a fault is mended.

import type { BoardFault } from '../lib/types';

const MARK = 'data-marked';

/** The part of a panel whose place is the longest beginning of what a fault is about. */
function partOf(panel: Element, fault: BoardFault): HTMLElement | undefined {
  const about = [...fault.figures, fault.place];
  const leadsThere = (place: string): boolean => about.some((one) => `${one}.`.startsWith(`${place}.`));
  const parts = [...panel.querySelectorAll<HTMLElement>('[data-place]')].filter((part) => leadsThere(part.dataset.place ?? ''));
  return parts.sort((a, b) => (b.dataset.place ?? '').length - (a.dataset.place ?? '').length)[0];
}

/** Marks it and goes there; nothing is marked where a fault has no field. */
export function markField(panel: Element, fault: BoardFault | null): void {
  panel.querySelectorAll(`[${MARK}]`).forEach((part) => part.removeAttribute(MARK));
  const part = fault && partOf(panel, fault);
  if (!part) return;
  part.setAttribute(MARK, '');
  part.scrollIntoView({ block: 'center' });
  part.querySelector<HTMLElement>('input:not(:disabled), select, button')?.focus({ preventScroll: true });
}
