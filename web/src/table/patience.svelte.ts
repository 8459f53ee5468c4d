// A confirm that is quicker than help waits for what help says of it, but not for long.

import { tick, untrack } from 'svelte';
import type { Turn } from './turn.svelte';

const PATIENCE = 600; // ms

export class Patience {
  #heard = $state.raw(''); // the moment of the turn that help has spoken of, or has had its time for
  #waiting = $state.raw<string | null>(null); // the moment of the confirm that is held back

  constructor(turn: Turn) {
    turn.held = () => {
      if (this.#heard === turn.moment) return false;
      this.#waiting = turn.moment;
      return true;
    };
    $effect(() => {
      const moment = this.#waiting;
      if (moment === null) return;
      if (moment === turn.moment && moment !== this.#heard) {
        const timer = setTimeout(() => this.heard(moment), PATIENCE);
        return () => clearTimeout(timer);
      }
      this.#waiting = null;
      if (moment === turn.moment) untrack(turn.confirm);
    });
    $effect(() => () => {
      turn.held = null;
      void this.#letGo(turn);
    });
  }

  /** Help was put away: a confirm that waits for it goes through, unless the turn went on meanwhile. */
  async #letGo(turn: Turn): Promise<void> {
    const moment = untrack(() => this.#waiting);
    if (moment === null) return;
    await tick(); // what is read in a cleanup is what was there before it
    if (moment === turn.moment) turn.confirm();
  }

  heard(moment: string): void {
    this.#heard = moment;
  }
}
