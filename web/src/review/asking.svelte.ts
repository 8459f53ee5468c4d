// What takes the server a while is asked for, and looked at until it is there: more and more rarely, as others wait too.

import { Refused } from '../lib/api';
import type { Problem, ReviewStage } from '../lib/types';

const [SOON, LATER, MORE] = [300, 4000, 1.5]; // ms until the next look, at most, and by how much it grows

type State = ReviewStage['state'];

export class Asking<Stage extends { state: State }> {
  stage = $state.raw<Stage | null>(null);
  problem = $state.raw<Problem | null>(null);
  unreached = $state(false);
  #timer = 0;
  #ended = false;

  constructor(
    readonly first: () => Promise<Stage>,
    readonly look: () => Promise<Stage>,
  ) {}

  ask(): void {
    [this.problem, this.unreached] = [null, false];
    void this.#take(this.first(), SOON);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  async #take(answer: Promise<Stage>, wait: number): Promise<void> {
    try {
      this.stage = await answer;
    } catch (error) {
      this.unreached = error instanceof Refused && !error.status;
      if (error instanceof Refused && error.status) this.problem = error.problem;
      return;
    }
    if (this.#ended || !['waiting', 'running'].includes(this.stage.state)) return;
    const next = Math.min(LATER, wait * MORE);
    this.#timer = setTimeout(() => void this.#take(this.look(), next), wait);
  }
}
