// Shows scenes one after the other: between two turns the page never jumps. A tap or a key ends it at once; where nothing should
// move there are the words instead.

import { untrack } from 'svelte';

import { announce } from '../lib/announce.svelte';
import { remember } from '../lib/remember';
import type { Board, View } from '../lib/types';
import { scenes, type Scene } from './scenes';

const KEY = 'terminus-begun'; // the games whose first round was introduced in this tab
const calm = (): boolean => document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether this tab sees the game for the first time; a reload does not. */
function isNew(game: string): boolean {
  const seen = (sessionStorage.getItem(KEY) ?? '').split(' ');
  if (seen.includes(game)) return false;
  remember(KEY, [...seen, game].slice(-20).join(' '), 'sessionStorage');
  return true;
}

export class Curtain {
  scene = $state.raw<Scene | null>(null);
  #heard = $state.raw<Parameters<typeof scenes> | null>(null);
  /** Where nothing moves: what was last told, until the next card; in the language that is read now. */
  told = $derived(this.#heard ? scenes(...this.#heard).filter((scene) => scene.told) : []);
  #queue: Scene[] = [];
  #timer = 0;
  #risen = $state(''); // the game whose lesson was heard out
  #before: View | null = null;
  #view: () => View | null;

  constructor(board: () => Board | null, view: () => View | null) {
    this.#view = view;
    $effect(() => {
      const [city, now] = [board(), view()];
      if (city && now) untrack(() => this.#meet(city, now));
    });
    $effect(() => () => clearTimeout(this.#timer));
  }

  skip = (): void => {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.scene = null;
  };

  /** Whether the next card waits for the last words of a lesson. */
  get waits(): boolean {
    const view = this.#view();
    return Boolean(view?.lesson?.over) && this.#risen !== view?.game;
  }

  /** What waited for them is shown. */
  rise = (): void => {
    this.#risen = this.#view()?.game ?? '';
    if (!this.scene) this.#next();
  };

  #meet(board: Board, now: View): void {
    const before = this.#before?.game === now.game ? this.#before : null;
    this.#before = now;
    const found = before || isNew(now.game) ? scenes(board, before, now) : [];
    if (found.length) {
      this.#heard = calm() ? [board, before, now] : null;
      this.#tell(found);
    } else if (before && moment(before) !== moment(now)) this.#heard = null;
  }

  #tell(found: Scene[]): void {
    const told = found.filter((scene) => scene.told);
    told.flatMap(({ more }) => more).forEach(announce); // of lines and rounds the news speak
    if (calm()) return;
    this.#queue.push(...found);
    if (!this.scene && !this.waits) this.#next();
  }

  #next = (): void => {
    this.scene = this.#queue.shift() ?? null;
    if (this.scene) this.#timer = window.setTimeout(this.#next, this.scene.ms);
  };
}

const moment = ({ round, turn }: View): string => `${round} ${turn}`;
