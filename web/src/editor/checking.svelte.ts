// Asks the server what it thinks of the board, a moment after each change.

import { checkBoard, Refused } from '../lib/api';
import type { BoardCheck, Problem } from '../lib/types';
import type { Document } from './document';
import type { Editing } from './editing.svelte';

const MOMENT = 250; // ms without a change
const AGAIN = 3000; // ms, if it could not be asked

export class Checking {
  answer = $state.raw<BoardCheck | null>(null);
  problem = $state.raw<Problem | null>(null);
  about = $state.raw<Document | null>(null); // which document the answer is of
  #timer = 0;
  #asked = 0;

  /** `printed` names the sheet whose figures are ticked off. */
  constructor(
    readonly editing: Editing,
    readonly printed: () => string | null,
  ) {}

  /** The answer is about the document as it stands. */
  get current(): boolean {
    return this.about === this.editing.document;
  }

  /** Call it whenever the document is another, or is to be looked at again. */
  changed(pause = MOMENT): void {
    if (this.current && pause) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), pause);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asked++;
  }

  async #ask(): Promise<void> {
    const [document, mine] = [this.editing.document, ++this.#asked];
    try {
      const answer = await checkBoard({ document, printed: this.printed() });
      if (mine !== this.#asked) return;
      [this.answer, this.problem] = [answer, null];
      this.about = document;
      if (this.current) this.#complete(answer);
    } catch (error) {
      if (mine !== this.#asked || !(error instanceof Refused)) return;
      this.problem = error.problem;
      this.changed(AGAIN);
    }
  }

  /** The sections under the river are the server's to find. */
  #complete({ crossed }: BoardCheck): void {
    const { document } = this.editing;
    if (!crossed || !document.river || crossed.join() === document.river.crossed_by.join()) return;
    this.about = { ...document, river: { ...document.river, crossed_by: crossed } };
    this.editing.complete(this.about);
  }
}
