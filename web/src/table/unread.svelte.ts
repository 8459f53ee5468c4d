// What the others have said since the chat was last in sight.

import { createContext } from 'svelte';

import { remember } from '../lib/remember';
import type { View } from '../lib/types';

export class Unread {
  #key: string;
  #view: () => View | null;
  #seen = $state(0); // when the latest line was said that one has seen
  count = $derived.by(() => {
    const view = this.#view();
    return view?.chat.filter((line) => line.at > this.#seen && line.seat !== view.me).length ?? 0;
  });

  constructor(game: string, view: () => View | null) {
    this.#key = `terminus-chat-${game}`;
    this.#view = view;
    this.#seen = Number(sessionStorage.getItem(this.#key)); // so that a reload brings nothing back
  }

  /** The chat is in sight. */
  see = (): void => {
    this.#seen = this.#view()?.chat.at(-1)?.at ?? this.#seen;
    remember(this.#key, String(this.#seen), 'sessionStorage');
  };
}

export const [unreadChat, shareUnread] = createContext<Unread>();
