// What the server takes a while to work out is asked for once, and looked at until it is there: more and more rarely, as
// others wait too. Where there are too many, it says so and when it can go on; then it is asked again. So it is while the
// server cannot be reached: it may be starting again, and goes on with what it had begun. What was asked for and is not there
// is asked for once more: the server may know more by then, and look for it by another name.

import { Refused } from './api';
import type { Problem } from './types';

const [SOON, LATER, MORE] = [300, 4000, 1.5]; // ms until the next look, at most, and by how much it grows
const PATIENT = 60; // s; what can go on later than that is asked for again by whoever wants it

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
  #once = false; // what is not there may be asked for once more
  #last = 0; // question: what answers an earlier one comes too late

  constructor(
    readonly asked: () => Promise<S>,
    readonly looked: () => Promise<S>,
    readonly stays = true, // nobody can take back what was asked for
  ) {}

  /** Have it made. */
  ask(): void {
    this.#begin(this.asked);
  }

  /** See whether it is there or under way. */
  look(): void {
    this.#begin(this.looked);
  }

  /** Take what another call answered. */
  take(call: () => Promise<S>): void {
    this.#begin(call);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  #begin(call: () => Promise<S>): void {
    clearTimeout(this.#timer);
    this.#once = this.stays && call === this.asked;
    [this.problem, this.unreached] = [null, false];
    void this.#take(call, SOON);
  }

  async #take(call: () => Promise<S>, wait: number): Promise<void> {
    const mine = ++this.#last;
    try {
      const stage = await call();
      if (mine !== this.#last) return;
      if (this.#once && !this.#ended && call === this.looked && stage.state === 'none') {
        this.#once = false;
        return void this.#take(this.asked, SOON);
      }
      [this.stage, this.problem, this.unreached] = [stage, null, false];
    } catch (error) {
      if (error instanceof Refused && mine === this.#last) this.#refused(error, call, wait);
      return;
    }
    if (this.busy) this.#next(this.looked, wait, Math.min(LATER, wait * MORE));
  }

  #refused(error: Refused, call: () => Promise<S>, wait: number): void {
    this.unreached = error.away;
    this.problem = error.away ? null : error.problem;
    if (error.seconds !== null && error.seconds <= PATIENT) this.#next(call, error.seconds * 1000, wait);
    else if (error.away) this.#next(call, LATER, SOON);
    else if (this.busy && error.status >= 500) this.#next(this.looked, LATER, LATER); // it goes on meanwhile
  }

  #next(call: () => Promise<S>, wait: number, then: number): void {
    if (!this.#ended) this.#timer = setTimeout(() => void this.#take(call, then), wait);
  }
}
