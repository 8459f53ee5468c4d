// One's own turn: a pass while something could be drawn is asked about, once.

import type { Link } from '../lib/link.svelte';
import type { View } from '../lib/types';

export class Turn {
  asking = $state(false);
  #link: () => Link;
  #view: () => View;

  constructor(link: () => Link, view: () => View) {
    this.#link = link;
    this.#view = view;
    $effect(() => {
      void this.#view().answer;
      this.asking = false;
    });
  }

  confirm = (): void => {
    const answer = this.#view().answer;
    if (!answer?.options.some((option) => option.do === 'done')) return;
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
