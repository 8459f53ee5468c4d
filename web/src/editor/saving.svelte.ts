// Saves what is drawn some seconds after a change, and tells when another window was first.

import { Refused, saveDrawing } from '../lib/api';
import type { Drawing, Problem } from '../lib/types';
import type { Document } from './document';
import type { Editing } from './editing.svelte';
import { isKept, keep, kept, newId, written, type Kept } from './keeping';
import { markOf } from './marks';

const PAUSE = 2000; // ms without a change
const UNANSWERED = 4; // savings that may be under way
const AGAIN = 8000; // ms until it is tried again
const SOON = 200; // ms where this browser has no room: then the server must have it

export type State = 'saved' | 'waiting' | 'saving' | 'here' | 'other';

export class Saving {
  version: number;
  state = $state<State>('saved'); // `here`: only in this browser so far; `other`: another window was first
  other = $state.raw<Drawing | null>(null);
  problem = $state.raw<Problem | null>(null);
  unkept = $state(false); // this browser keeps nothing
  printed = $state<string | null>(null); // the sheet that is being entered, whose figures are ticked off
  parted = $state(false); // another window keeps something else here: this one went on as a drawing of its own
  #timer = 0;
  #ended = false; // the page was left
  #under: Promise<boolean> | null = null; // the saving that is under way, or the last of those that wait for it
  #saved: Document | null;
  #sent: string[]; // marks of what the server has not answered: a page that is left never hears of it
  #written: string | null; // in this browser, as it was when this window last looked

  constructor(
    public id: string,
    readonly editing: Editing,
    start: Kept,
    readonly onparted: (id: string) => void,
  ) {
    this.version = start.version;
    this.printed = start.printed;
    this.#saved = start.saved ? editing.document : null;
    this.#sent = start.saved ? [] : (start.sent ?? []);
    this.#written = written(id);
    this.unkept = !isKept(id);
    if (!start.saved) this.later(0);
  }

  /** Call it whenever the document is another. */
  changed(): void {
    if (this.editing.document === this.#saved) return;
    const pause = this.#keep(false) ? PAUSE : SOON;
    if (this.state !== 'other') this.later(pause);
  }

  later(pause: number): void {
    clearTimeout(this.#timer);
    if (this.#ended) return;
    this.state = 'waiting';
    this.#timer = setTimeout(() => void this.now(), pause);
  }

  /** The page was left: what is sent after this is sent once, and what others write here meanwhile stays. */
  stop(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  hold(printed: string | null): void {
    this.printed = printed;
    this.#keep(this.editing.document === this.#saved);
  }

  /** What is drawn would be lost with the page. */
  get atRisk(): boolean {
    return this.unkept && this.state !== 'saved';
  }

  /** False if this browser has no room for it. */
  #keep(saved: boolean): boolean {
    if (this.#ended && written(this.id) !== this.#written) return true;
    if (this.#isAnothers()) this.#part();
    const { version, printed } = this;
    this.unkept = !keep(this.id, { version, saved: saved && !!version, at: Date.now() / 1000, printed, document: this.editing.document, sent: this.#sent });
    this.#written = written(this.id);
    return !this.unkept;
  }

  /** Another window has written here what the server has not got: it would be lost. */
  #isAnothers(): boolean {
    const there = written(this.id);
    return there !== this.#written && there !== null && kept(this.id)?.saved === false;
  }

  #part(): void {
    [this.id, this.version, this.#saved, this.other] = [newId(), 0, null, null];
    [this.parted, this.state] = [true, 'waiting'];
    this.onparted(this.id);
  }

  /** Whether the server has it now. `apart` makes it a version of its own. One waits for the other: a conflict with oneself would look like another window. */
  now(apart = false): Promise<boolean> {
    const mine = this.#under ? this.#under.then(() => this.#send(apart)) : this.#send(apart);
    this.#under = mine;
    void mine.then(() => {
      if (this.#under === mine) this.#under = null;
    });
    return mine;
  }

  async #send(apart = false): Promise<boolean> {
    clearTimeout(this.#timer);
    const [id, document] = [this.id, this.editing.document];
    if (document === this.#saved && !apart && !this.#sent.length) return this.#asBefore();
    this.state = 'saving';
    this.#sent = [...this.#sent, markOf(document)].slice(-UNANSWERED);
    this.#keep(false);
    if (id !== this.id) return this.#send();
    try {
      const answer = await saveDrawing(id, { version: this.version, document, apart });
      if (id !== this.id) return await this.#send();
      return answer.saved ? this.#done(document, answer.version) : await this.#late(answer.latest);
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  /** What was changed was taken back before it was sent. */
  #asBefore(): boolean {
    if (this.state !== 'waiting') return true;
    this.#keep(true);
    this.state = 'saved';
    return true;
  }

  #done(document: Document, version: number): boolean {
    [this.#saved, this.version, this.problem, this.#sent] = [document, version, null, []];
    const all = document === this.editing.document;
    this.#keep(all);
    if (all && this.#saved) this.state = 'saved';
    else this.later(PAUSE);
    return all;
  }

  /** What the server has may be what this window sent before it was loaded again. */
  async #late(latest: Drawing | null): Promise<boolean> {
    if (latest && this.version !== latest.version && this.#sent.includes(markOf(latest.document))) {
      this.version = latest.version;
      return this.#send();
    }
    [this.other, this.state] = [latest, 'other'];
    return false;
  }

  #failed(error: unknown): void {
    const refused = error instanceof Refused ? error : null;
    if (refused?.status === 400 || refused?.status === 409) this.problem = refused.problem;
    this.later(AGAIN);
    this.state = 'here';
  }

  /** Another window was first: go on with this one's; the other's stays among the versions. */
  async goOn(): Promise<void> {
    this.#resolve();
    await this.now(true);
  }

  /** Go on with the other window's; this one's is put among the versions first. */
  async takeOther(tamed: Document): Promise<void> {
    this.#resolve();
    if (!(await this.now(true))) return;
    this.editing.change(tamed);
    await this.now(true);
  }

  #resolve(): void {
    this.version = this.other?.version ?? this.version;
    this.other = null;
    this.state = 'waiting';
  }
}
