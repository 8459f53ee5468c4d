// A game from paper as it is entered: what was drawn stands here and in the browser at once, what it comes to is asked of the
// server after every change. A tap is taken while an answer is on its way: what is wrong is then said with the next one.

import { countSheets, Refused } from '../lib/api';
import { pointOf } from '../lib/geometry';
import type { Asked, Board, Cell, CountView, Option, PaperGame, Problem, Reason, Sheet, SheetProblem } from '../lib/types';
import type { Place } from '../sheet/meant';
import { dealtFor, forget, keep, keptCount } from './kept';
import { circleOf, endsOf, INSIST, isCircle, plain, ways } from './marks';

/** What was asked about and cannot be, and what could be done all the same. */
export interface Question {
  place: Place;
  mark: string | null; // kept if somebody insists
}

const MOST_STEPS = 200; // that can be undone

export class Sketch {
  game = $state.raw<PaperGame>({ board: '', modules: [], dealt: {}, seats: [{ name: '', lines: {} }] });
  seat = $state(0);
  line = $state('');
  circling = $state(false);
  count = $state.raw<CountView | null>(null);
  trouble = $state.raw<Problem | null>(null);
  question = $state.raw<Question | null>(null);
  reason = $state.raw<Reason | null>(null);
  choices = $state.raw<Option[]>([]);
  unkept = $state(false); // the browser has no room
  #at = $state<Cell | null>(null);
  #steps = $state.raw<PaperGame[]>([]);
  #asking = false;
  #asked: Asked | null = null;
  #stale = $state(false);
  #boards: Board[];

  constructor(boards: Board[], wanted: string) {
    this.#boards = boards;
    const found = keptCount(boards);
    if (found && (!wanted || found.game.board === wanted)) {
      this.game = found.game;
      this.seat = Math.min(found.seat, found.game.seats.length - 1);
      this.line = found.line;
    } else this.game = { ...this.game, board: boards.some(({ id }) => id === wanted) ? wanted : (boards[0]?.id ?? '') };
    if (!this.board.lines.includes(this.line)) this.line = this.board.lines[0] ?? '';
    void this.#ask();
  }

  get board(): Board {
    return this.#boards.find(({ id }) => id === this.game.board) as Board;
  }
  get marks(): string[] {
    return this.game.seats[this.seat]?.lines[this.line] ?? [];
  }
  get begun(): boolean {
    return this.game.seats.some(({ lines }) => Object.values(lines).some((marks) => marks.length));
  }
  /** Where the line goes on: where somebody put the pencil, or where it came to last. */
  get at(): Cell {
    const last = this.marks.filter((mark) => !isCircle(mark)).at(-1);
    return this.#at ?? (last && endsOf(this.board, last)[1]) ?? this.board.departures[this.line] ?? '';
  }
  get options(): Option[] {
    return this.#stale ? [] : (this.count?.seats[this.seat]?.options[this.line] ?? []);
  }
  get sheet(): Sheet {
    return this.count?.seats[this.seat]?.sheet ?? { lines: {} };
  }
  get problems(): SheetProblem[] {
    return this.count?.seats[this.seat]?.problems ?? [];
  }
  get canUndo(): boolean {
    return this.#steps.length > 0 || this.marks.length > 0;
  }

  take = (seat: number, line: string): void => {
    [this.seat, this.line, this.#at, this.circling] = [seat, line, null, false];
    this.forget();
    this.#keep();
  };

  /** Another city or other modules: sheets of one city are none of another. */
  set = (changes: Partial<PaperGame>): void => {
    const game = { ...this.game, ...changes };
    const board = this.#boards.find(({ id }) => id === game.board) as Board;
    if (game.board !== this.game.board) {
      game.modules = game.modules.filter((id) => board.modules.some((module) => module.id === id));
      game.seats = game.seats.map(({ name }) => ({ name, lines: {} }));
      [this.line, game.dealt] = [board.lines[0] ?? '', {}];
    }
    this.seat = Math.min(this.seat, game.seats.length - 1);
    this.#change({ ...game, dealt: dealtFor(board, game.modules, game.dealt) });
  };

  anew = (): void => {
    forget();
    this.seat = 0;
    this.#change({ ...this.game, seats: this.game.seats.map(({ name }) => ({ name, lines: {} })) });
  };

  undo = (): void => {
    const before = this.#steps.at(-1);
    this.#steps = this.#steps.slice(0, -1);
    if (before) this.#become(before);
    else if (this.marks.length) this.#become(this.#with(this.marks.slice(0, -1)));
  };

  draw = (mark: string): void => {
    this.#change(this.#with([...this.marks, mark]));
  };

  /** A mark of the sheet: kept all the same, or taken back. */
  insist = ({ line, mark }: SheetProblem): void => this.#replace(line, mark, [INSIST]);
  drop = ({ line, mark }: SheetProblem): void => this.#replace(line, mark, []);

  #replace(line: string, index: number, signs: string[]): void {
    const marks = [...(this.game.seats[this.seat]?.lines[line] ?? [])];
    marks.splice(index, 1, ...signs.map((sign) => plain(marks[index] ?? '') + sign));
    this.#change(this.#with(marks, line));
  }

  /** What a tap on a station means: on to it, back along the line, or a question. */
  tap = (cell: Cell): void => {
    this.forget();
    if (this.circling) return this.#circle(cell);
    const here = this.options.filter(({ section, target }) => section && target === cell);
    const lit = here.filter(({ start }) => start === this.at);
    const [way = null] = ways(this.board, this.at, cell);
    const walked = this.marks.some((mark) => endsOf(this.board, mark).sort().join() === [this.at, cell].sort().join());
    if (lit.length || (here.length && !walked)) this.#choose(lit.length ? lit : here);
    else if (walked || cell === this.at) this.#at = cell;
    else if (this.#stale && way && !this.#has(cell)) this.draw(way);
    else this.#refused(cell, way);
  };

  /** A section that was tapped and is not lit. */
  tapSection = (name: string): void => {
    this.forget();
    const lit = this.options.filter(({ section }) => section === name);
    if (lit.length) this.#choose(lit);
  };

  #choose(options: Option[]): void {
    if (options.length === 1 && options[0]) this.draw(options[0].do);
    else this.choices = options;
  }

  #circle(cell: Cell): void {
    const mark = this.marks.findIndex((one) => plain(one) === circleOf(cell));
    if (mark >= 0) return this.#change(this.#with(this.marks.filter((_, i) => i !== mark)));
    if (this.options.some((option) => option.do === circleOf(cell))) return this.draw(circleOf(cell));
    this.#inquire({ about: circleOf(cell), at: pointOf(cell), cell }, circleOf(cell) + INSIST);
  }

  #refused(cell: Cell, section: string | null): void {
    const place = { about: section ?? cell, at: pointOf(cell), cell };
    if (this.#has(cell)) this.#at = cell; // a branch may begin there
    this.#inquire(place, section && section + INSIST);
  }

  #has(cell: Cell): boolean {
    return this.marks.some((mark) => endsOf(this.board, mark).includes(cell));
  }

  #inquire(place: Place, mark: string | null): void {
    this.question = { place, mark };
    this.#asked = { seat: this.seat, line: this.line, about: place.about };
    void this.#ask();
  }

  /** The pencil goes to a station that the line does not have. */
  goOnFrom = (cell: Cell): void => {
    this.forget();
    this.#at = cell;
  };

  forget = (): void => {
    [this.question, this.reason, this.choices] = [null, null, []];
  };

  #with(marks: string[], line = this.line): PaperGame {
    const lines = { ...this.game.seats[this.seat]?.lines, [line]: marks };
    if (!marks.length) delete lines[line];
    return { ...this.game, seats: this.game.seats.map((seat, i) => (i === this.seat ? { ...seat, lines } : seat)) };
  }

  #change(game: PaperGame): void {
    this.#steps = [...this.#steps, this.game].slice(-MOST_STEPS);
    this.#become(game);
  }

  #become(game: PaperGame): void {
    this.forget();
    if (game.board !== this.game.board) this.#steps = this.#steps.filter(({ board }) => board === game.board);
    this.game = game;
    this.#at = null;
    this.#keep();
    this.#stale = true;
    void this.#ask();
  }

  #keep(): void {
    this.unkept = !keep({ game: this.game, seat: this.seat, line: this.line });
  }

  /** One question at a time, and always about the sheets as they are. */
  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    for (let game: PaperGame | null = null; game !== this.game || this.#asked; ) {
      game = this.game;
      const asked = this.#asked;
      this.#asked = null;
      await this.#answer(game, asked);
    }
    this.#asking = this.#stale = false;
  }

  async #answer(game: PaperGame, asked: Asked | null): Promise<void> {
    try {
      this.count = await countSheets(game, asked);
      this.trouble = null;
      if (asked && this.question) this.reason = this.count.why;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.problem;
    }
  }
}
