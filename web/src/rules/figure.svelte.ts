// A figure that one can try: what was drawn in it so far, and what the last tap was answered. The engine has
// worked out beforehand whatever can be drawn and why the rest cannot.

import type { Cell, Example, Figure, Moment, Reason, Sheet, Way } from '../lib/types';

export class Trial {
  #figure: () => Figure;
  ways = $state.raw<Way[]>([]); // drawn so far
  why = $state.raw<Reason | null>(null); // the last tap was refused
  tried = $state.raw<Cell | null>(null); // the station of that tap

  constructor(figure: () => Figure) {
    this.#figure = figure;
  }

  get moment(): Moment {
    return this.ways.at(-1)?.then ?? this.#figure().moment;
  }

  get sheet(): Sheet {
    const { sheet, line } = this.#figure();
    return { ...sheet, lines: { ...sheet.lines, [line]: this.moment.line } };
  }

  /** Whether a section was drawn and none can follow. */
  get full(): boolean {
    return this.ways.length > 0 && !this.moment.ways.some((way) => way.target);
  }

  draw(way: Way): void {
    this.ways = [...this.ways, way];
    this.#answer(null, null);
  }

  /** A tap on a station: it is drawn to, or it is said why not. */
  tap(cell: Cell): void {
    const way = this.moment.ways.find((one) => one.target === cell);
    if (way) this.draw(way);
    else this.#answer(this.moment.refused[cell] ?? null, cell);
  }

  /** What the figure points out, from the start. */
  show(example: Example): void {
    this.again();
    const steps = example.do.split(', ');
    for (const step of example.why ? steps.slice(0, -1) : steps) {
      const way = this.moment.ways.find((one) => one.do === step);
      if (way) this.draw(way);
    }
    if (example.why) this.#answer(example.why, example.target);
  }

  again(): void {
    this.ways = [];
    this.#answer(null, null);
  }

  #answer(why: Reason | null, tried: Cell | null): void {
    this.why = why;
    this.tried = tried;
  }
}
