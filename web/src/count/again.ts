// What got no answer is asked again: when the network is back, after the seconds that a refusal names, else now and then.

import type { Refused } from '../lib/api';

const SOON = 4; // seconds
const NEVER = (status: number): boolean => status >= 400 && status < 429; // it would be refused again

export class Again {
  #timer = 0;
  #waits = false;
  closed = false; // nobody wants to know any more

  constructor(readonly ask: () => void) {
    addEventListener('online', this.#now);
  }

  after({ seconds, status }: Refused): void {
    clearTimeout(this.#timer);
    this.#waits = !this.closed && !NEVER(status);
    if (this.#waits) this.#timer = setTimeout(this.#now, 1000 * (seconds || SOON));
  }

  /** It was answered. */
  rest(): void {
    clearTimeout(this.#timer);
    this.#waits = false;
  }

  close(): void {
    this.closed = true;
    this.rest();
    removeEventListener('online', this.#now);
  }

  #now = (): void => {
    if (!this.#waits) return;
    this.rest();
    this.ask();
  };
}
