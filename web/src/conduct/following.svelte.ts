// Somebody else's cards, as they are turned. A question waits for the next one at the server, and is asked again and again:
// after a reload, a sleep or a restart all is as before.

import { followConduct, type Refused } from '../lib/api';
import type { Following, Problem } from '../lib/types';

const SOON = 1000; // ms
const LATEST = 8000;
const PATIENCE = 30_000; // ms; the server answers within 20 s, news or none

export class Cards {
  now = $state.raw<Following | null>(null);
  lost = $state.raw<Problem | null>(null); // why nothing is heard just now
  gone = $state.raw<Problem | null>(null); // why nothing ever will be
  #closed = false;
  #seen: number | null = null; // the version to wait behind; none: it is asked what there is
  #asking = new AbortController();
  #rested: (() => void) | null = null;

  constructor(readonly code: string) {
    addEventListener('online', this.#afresh);
    document.addEventListener('visibilitychange', this.#afresh);
    void this.#follow();
  }

  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#afresh);
    document.removeEventListener('visibilitychange', this.#afresh);
    this.#asking.abort();
  }

  /** What was asked before a sleep may never be answered. */
  #afresh = (): void => {
    if (document.visibilityState !== 'visible') return;
    this.#seen = null;
    this.#asking.abort();
    this.#rested?.();
  };

  async #follow(): Promise<void> {
    let wait = SOON / 2;
    while (!this.#closed && !this.gone) {
      const asked = Date.now();
      const told = await this.#ask();
      wait = told ? SOON / 2 : Math.min(LATEST, wait * 2);
      if (!told) await this.#rest(wait);
      else if (told === 'same' && Date.now() - asked < SOON) await this.#rest(SOON);
    }
  }

  async #ask(): Promise<'news' | 'same' | null> {
    this.#asking = new AbortController();
    const timer = setTimeout(() => this.#asking.abort(), PATIENCE);
    try {
      const found = await followConduct(this.code, this.#seen, this.#asking.signal);
      const news = found.version !== this.now?.version;
      if (news && !this.#closed) this.now = found;
      this.#seen = found.version;
      this.lost = null;
      return news ? 'news' : 'same';
    } catch (error) {
      const { problem, status } = error as Refused;
      if (this.#asking.signal.aborted && this.#seen === null) return 'news'; // we have thought better of it ourselves
      this.#seen = null;
      if (status === 404) this.gone = problem;
      else this.lost = problem;
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  #rest(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.#rested = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}
