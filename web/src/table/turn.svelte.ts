// One's own turn, one step at a time: a section waits until the server has taken the last. A confirm made meanwhile
// is remembered and follows it; other commands (chat, a clock) hold up nothing. While the connection is lost one may still choose
// otherwise: what was chosen last is sent. A pass while something could be drawn, or a large mistake that help has seen, is asked about, once.
// A place that cannot be drawn can be asked about; what was asked is forgotten as soon as the turn goes on.

import { untrack } from 'svelte';

import type { Link } from '../lib/link.svelte';
import type { Reason, View } from '../lib/types';
import type { Place } from '../sheet/meant';

/** Whether a key is text, or the browser's own. */
export function isTyped(event: KeyboardEvent): boolean {
  const typing = (event.target as Element).closest('input, textarea, select, dialog, [role=dialog]');
  return typing !== null || event.ctrlKey || event.metaKey || event.altKey;
}

/** What a turn needs of a table's socket. */
export type TurnLink = Pick<Link, 'why' | 'step' | 'stepping' | 'problem' | 'connected' | 'send' | 'unsend' | 'ask'>;

export class Turn {
  asking = $state(false);
  /** The points that confirming now would lose, where somebody who plays alone wanted to be told; else null. */
  mistake = $state.raw<number | null>(null);
  /** Whether help holds a confirm back, because it does not know of a mistake yet; it confirms when it does. */
  held: (() => boolean) | null = null;
  /** Another one as soon as the card or my own draft is: not when others confirm. */
  moment = $derived.by(() => {
    const { round, turn, draft } = this.#view();
    return `${round} ${turn} ${draft}`;
  });
  question = $state.raw<Place | null>(null);
  /** Why what was asked about cannot be drawn; null until it is known. */
  reason = $derived.by((): Reason | null => {
    const why = this.#link().why;
    return why && why.about === this.question?.about ? why.reason : null;
  });
  /** What was chosen and is on its way. */
  waiting = $derived.by((): string | null => {
    const command = this.#link().step?.command;
    if (!command) return null;
    return 'draft' in command ? command.draft : 'instead' in command ? command.instead : null;
  });
  /** Whether the last step has not left this page yet, and can be dropped. */
  unsent = $derived.by(() => this.#link().step?.sent === false);
  #hasty = $state.raw<{ turn: string; moment: string } | null>(null); // a confirm while a step was on its way
  #link: () => TurnLink;
  #view: () => View;

  constructor(link: () => TurnLink, view: () => View) {
    this.#link = link;
    this.#view = view;
    $effect(() => {
      void this.moment;
      this.asking = false;
      this.question = null;
    });
    $effect(() => {
      const hasty = this.#hasty;
      const refused = this.#link().problem !== null;
      if (!hasty || this.#link().stepping || (hasty.moment === this.moment && !refused)) return;
      this.#hasty = null;
      if (hasty.turn === this.#turn() && !refused && this.#view().answer?.actions.length) untrack(this.confirm);
    });
  }

  #turn(): string {
    return `${this.#view().round} ${this.#view().turn}`;
  }

  /** One step; `instead` of the section drawn last, if there is one. */
  draft(action: string, instead = false): void {
    const link = this.#link();
    if (link.step && (link.connected || !this.waiting)) return;
    this.#hasty = null;
    link.unsend();
    if (this.waiting && !this.#isSection(this.waiting)) return; // the server may have it, and it has no other in its place
    link.send(instead || this.waiting ? { instead: action } : { draft: action });
  }

  #isSection(action: string): boolean {
    const { options = [], instead = [] } = this.#view().answer ?? {};
    return [...options, ...instead].some((option) => option.do === action && option.section !== null);
  }

  ask(place: Place): void {
    this.question = place;
    this.#link().ask(place.about);
  }

  forget(): void {
    this.question = null;
  }

  undo = (): void => {
    if (this.unsent) {
      this.#hasty = null;
      this.#link().unsend();
    } else if (!this.#link().stepping && this.#view().answer?.actions.length) this.#link().send({ undo: true });
  };

  confirm = (): void => {
    const answer = this.#view().answer;
    if (this.#link().stepping && answer) this.#hasty = { turn: this.#turn(), moment: this.moment };
    if (this.#link().stepping || !answer?.options.some((option) => option.do === 'done')) return;
    if (!this.asking && this.held?.()) return;
    const needless = !answer.actions.length && answer.options.length > 1;
    if ((needless || this.mistake !== null) && !this.asking) this.asking = true;
    else {
      this.asking = false;
      this.#link().send({ commit: true });
    }
  };

  keep = (): void => {
    this.asking = false;
  };

  /** Undo, confirm, keep on drawing, and to the map: whatever is typed elsewhere is none of these. */
  key = (event: KeyboardEvent): void => {
    if (isTyped(event)) return;
    const free = !(event.target as Element).closest('button, a, [role=button]');
    if (event.key === 'u') this.undo();
    else if (event.key === 'c' || (event.key === 'Enter' && free)) this.confirm();
    else if (event.key === 'Escape') this.keep();
    else if (event.key.startsWith('Arrow') && this.#view().answer) {
      document.querySelector<SVGGElement>('.mine [role=button]')?.focus();
      event.preventDefault();
    }
  };
}
