// What got no answer is asked again: when the network is back, after the seconds that a refusal names, else more and more rarely.

import type { Refused } from './api';

const [SOON, LATER, MORE] = [4, 60, 1.5]; // seconds until the next time, at most, and by how much it grows
const NEVER = (status: number): boolean => status >= 400 && status < 429; // it would be refused again

export class Again {
  #timer = 0;
  #waits = false;
  #wait = SOON;
  closed = false; // nobody wants to know any more

  constructor(readonly ask: () => void) {
    addEventListener('online', this.#now);
  }

  after({ seconds, status }: Refused): void {
    clearTimeout(this.#timer);
    this.#waits = !this.closed && !NEVER(status);
    if (!this.#waits) return;
    this.#timer = setTimeout(this.#now, 1000 * (seconds || this.#wait));
    this.#wait = Math.min(LATER, this.#wait * MORE);
  }

  /** It was answered. */
  rest(): void {
    this.#stop();
    this.#wait = SOON;
  }

  close(): void {
    this.closed = true;
    this.rest();
    removeEventListener('online', this.#now);
  }

  #now = (): void => {
    if (!this.#waits) return;
    this.#stop();
    this.ask();
  };

  #stop(): void {
    clearTimeout(this.#timer);
    this.#waits = false;
  }
}
