// What the server takes a while to work out is asked for once, and looked at until it is there: more and more rarely, as
// others wait too.

import { Refused } from './api';
import type { Problem } from './types';

const [SOON, LATER, MORE] = [300, 4000, 1.5]; // ms until the next look, at most, and by how much it grows

interface Stage {
  state: 'none' | 'waiting' | 'running' | 'failed' | 'done';
  done?: number;
}

export class Asking<S extends Stage> {
  stage = $state.raw<S | null>(null);
  problem = $state.raw<Problem | null>(null);
  unreached = $state(false);
  readonly busy = $derived(this.stage?.state === 'waiting' || this.stage?.state === 'running');
  readonly percent = $derived(Math.round((this.stage?.done ?? 0) * 100));
  #timer = 0;
  #ended = false;

  constructor(
    readonly asked: () => Promise<S>,
    readonly looked: () => Promise<S>,
  ) {}

  /** Have it made. */
  ask(): void {
    this.#begin(this.asked());
  }

  /** See whether it is there or under way. */
  look(): void {
    this.#begin(this.looked());
  }

  /** Take what another call answered. */
  take(answer: Promise<S>): void {
    this.#begin(answer);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  #begin(answer: Promise<S>): void {
    clearTimeout(this.#timer);
    [this.problem, this.unreached] = [null, false];
    void this.#take(answer, SOON);
  }

  async #take(answer: Promise<S>, wait: number): Promise<void> {
    try {
      this.stage = await answer;
    } catch (error) {
      this.unreached = error instanceof Refused && !error.status;
      if (error instanceof Refused && error.status) this.problem = error.problem;
      return;
    }
    if (this.#ended || !this.busy) return;
    const next = Math.min(LATER, wait * MORE);
    this.#timer = setTimeout(() => void this.#take(this.looked(), next), wait);
  }
}
