// One's own turn, one step at a time: the next one waits until the server has taken the last. A pass while
// something could be drawn is asked about, once.

import type { Link } from '../lib/link.svelte';
import type { View } from '../lib/types';

export class Turn {
  asking = $state(false);
  /** Another one as soon as the card or my own draft is: not when others confirm. */
  moment = $derived.by(() => {
    const { round, turn, draft } = this.#view();
    return `${round} ${turn} ${draft}`;
  });
  #link: () => Link;
  #view: () => View;

  constructor(link: () => Link, view: () => View) {
    this.#link = link;
    this.#view = view;
    $effect(() => {
      void this.moment;
      this.asking = false;
    });
  }

  draft(action: string): void {
    if (!this.#link().waiting) this.#link().send({ draft: action });
  }

  undo = (): void => {
    if (!this.#link().waiting && this.#view().answer?.actions.length) this.#link().send({ undo: true });
  };

  confirm = (): void => {
    const answer = this.#view().answer;
    if (this.#link().waiting || !answer?.options.some((option) => option.do === 'done')) return;
    const needless = !answer.actions.length && answer.options.length > 1;
    if (needless && !this.asking) this.asking = true;
    else {
      this.asking = false;
      this.#link().send({ commit: true });
    }
  };

  keep = (): void => {
    this.asking = false;
  };
}
