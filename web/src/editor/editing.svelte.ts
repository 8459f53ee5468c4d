// A document that is being changed: one step after the other, each of which can be taken back.

import type { Document } from './document';

const STEPS = 300; // that can be taken back

export class Editing {
  document = $state.raw() as Document;
  #past = $state.raw<Document[]>([]);
  #future = $state.raw<Document[]>([]);
  #stroke = ''; // changes of one stroke are one step

  constructor(document: Document) {
    this.document = document;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Nothing happens where nothing changed. A `stroke` joins what is done in one go, or typed into one field. */
  change(next: Document, stroke = ''): void {
    if (next === this.document) return;
    if (!stroke || stroke !== this.#stroke) this.#past = [...this.#past, this.document].slice(-STEPS);
    this.#stroke = stroke;
    this.#future = [];
    this.document = next;
  }

  /** What the server found out: no step of its own. */
  complete(next: Document): void {
    this.document = next;
  }

  /** As if this stroke had not been begun. */
  drop(stroke: string): void {
    const before = this.#past.at(-1);
    if (stroke !== this.#stroke || !before) return;
    [this.document, this.#past, this.#stroke] = [before, this.#past.slice(0, -1), ''];
  }

  undo(): void {
    this.#go(this.#past, (past) => (this.#past = past), () => (this.#future = [...this.#future, this.document]));
  }

  redo(): void {
    this.#go(this.#future, (future) => (this.#future = future), () => (this.#past = [...this.#past, this.document]));
  }

  #go(from: Document[], rest: (left: Document[]) => void, keep: () => void): void {
    const next = from.at(-1);
    if (!next) return;
    keep();
    rest(from.slice(0, -1));
    this.document = next;
    this.#stroke = '';
  }
}
