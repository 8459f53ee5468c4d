// A game from paper as it is entered: what was drawn stands here and in the browser at once, what it comes to is asked of the
// server after every change. A tap is taken while an answer is on its way, and without a network: what is wrong is then said with the next one.

import { countSheets, Refused } from '../lib/api';
import { pointOf } from '../lib/geometry';
import type { Asked, Board, Cell, CountView, Option, PaperGame, Problem, Reason, Sheet, SheetProblem } from '../lib/types';
import type { Place } from '../sheet/meant';
import { Again } from '../lib/again';
import { dealtFor, heedOthers, isBegun, isKeyOf, isSame, keepCount, keptCount, type Kept } from './kept';
import { circleOf, endsOf, INSIST, isCircle, plain, sectionOf, ways } from './marks';

type Seat = PaperGame['seats'][number];

/** A section that stands here, and that the server has not counted yet. */
export interface Pending {
  line: string;
  name: string;
}

/** What was asked about and cannot be, and what could be done all the same. */
export interface Question {
  place: Place;
  mark: string | null; // kept if somebody insists
}

const MOST_STEPS = 200; // that can be undone
const NOBODY: Seat = { name: '', lines: {} };
// A stranger's line may have the name of something that every object has.
const EMPTY: Sheet = { lines: Object.create(null) as Sheet['lines'] };
const marksOf = ({ lines }: Seat = NOBODY, line: string): string[] => (Object.hasOwn(lines, line) ? (lines[line] ?? []) : []);
const emptied = (seats: Seat[]): Seat[] => seats.map(({ name }) => ({ name, lines: {} }));

export class Sketch {
  game = $state.raw<PaperGame>({ board: '', modules: [], dealt: {}, seats: [NOBODY] });
  seat = $state(0);
  line = $state('');
  circling = $state(false);
  count = $state.raw<CountView | null>(null);
  trouble = $state.raw<Problem | null>(null);
  question = $state.raw<Question | null>(null);
  reason = $state.raw<Reason | null>(null);
  choices = $state.raw<Option[]>([]);
  unkept = $state(false); // the browser has no room
  conducted: string | null = null; // the code of the game whose cards were turned for these sheets
  #at = $state<Cell | null>(null);
  #steps = $state.raw<PaperGame[]>([]);
  #asking = false;
  #asked: Asked | null = null;
  #answered = $state.raw<PaperGame | null>(null); // the sheets that `count` is about
  #away: Seat[] = []; // by seat, with those who are not among the players just now
  #again = new Again(() => void this.#ask());
  #heeds = heedOthers((key) => this.#heed(key));
  #boards: Board[]; // that were open

  constructor(board: Board) {
    this.#boards = [board];
    const found = keptCount(board);
    this.game = found?.game ?? { ...this.game, board: board.id };
    [this.seat, this.line] = [found?.seat ?? 0, found?.line ?? ''];
    this.#beside(found);
    this.#fit();
    if (found) this.#keep(); // the city that was opened last
    void this.#ask();
  }

  close = (): void => {
    this.#again.close();
    this.#heeds();
  };

  get board(): Board {
    return this.#boards.find(({ id }) => id === this.game.board) as Board;
  }
  get marks(): string[] {
    return this.#marksOf(this.line);
  }
  get begun(): boolean {
    return isBegun(this.game);
  }
  /** Where the line goes on: where somebody put the pencil, or where it came to last. */
  get at(): Cell {
    const last = this.marks.filter((mark) => !isCircle(mark)).at(-1);
    return this.#at ?? (last && endsOf(this.board, last)[1]) ?? this.board.departures[this.line] ?? '';
  }
  /** Whether `count` is about older sheets. */
  get stale(): boolean {
    return this.#answered !== this.game;
  }
  get options(): Option[] {
    return this.stale ? [] : (this.count?.seats[this.seat]?.options[this.line] ?? []);
  }
  get sheet(): Sheet {
    return this.count?.seats[this.seat]?.sheet ?? EMPTY;
  }
  get pending(): Pending[] {
    if (!this.stale) return [];
    return Object.entries(this.game.seats[this.seat]?.lines ?? {}).flatMap(([line, marks]) => {
      const counted = this.sheet.lines[line]?.sections ?? [];
      const names = marks.flatMap((mark) => (isCircle(mark) ? [] : (sectionOf(this.board, mark)?.name ?? [])));
      return names.filter((name) => !counted.includes(name)).map((name) => ({ line, name }));
    });
  }
  /** Those whose mark still stands where it was found. */
  get problems(): SheetProblem[] {
    return (this.count?.seats[this.seat]?.problems ?? []).filter(this.#stands);
  }
  get canUndo(): boolean {
    return this.#steps.length > 0 || this.marks.length > 0;
  }

  take = (seat: number, line: string): void => {
    [this.seat, this.line, this.#at, this.circling] = [seat, line, null, false];
    this.forget();
    this.#keep();
  };

  /** Other modules, names or things that were dealt. */
  set = (changes: Partial<Omit<PaperGame, 'board'>>): void => {
    const game = { ...this.game, ...changes };
    this.#change({ ...game, dealt: dealtFor(this.board, game.modules, game.dealt) });
  };

  /** Another city: it has sheets of its own, as they were left. */
  open = (board: Board): void => {
    if (board.id === this.game.board) return;
    this.#boards = [...this.#boards, board];
    const modules = this.game.modules.filter((id) => board.modules.some((module) => module.id === id));
    const empty = { board: board.id, modules, dealt: dealtFor(board, modules, {}), seats: emptied(this.game.seats) };
    this.#change(keptCount(board)?.game ?? empty);
  };

  /** So many sheets; those of whoever goes are there again when they come back. */
  players = (count: number): void => {
    this.#away = [...this.game.seats, ...this.#away.slice(this.game.seats.length)];
    this.set({ seats: Array.from({ length: count }, (_, seat) => this.#away[seat] ?? NOBODY) });
  };

  anew = (): void => {
    this.seat = 0;
    this.#beside(null);
    this.#change({ ...this.game, seats: emptied(this.game.seats) });
  };

  /** A game was made of these sheets: they are emptied, unless somebody has drawn on them since. */
  made = (game: PaperGame): void => {
    if (game === this.game) return this.anew();
    const board = this.#boards.find(({ id }) => id === game.board);
    const found = board && board !== this.board ? keptCount(board) : null;
    if (found && isSame(found.game, game)) keepCount({ ...found, conducted: undefined, game: { ...game, seats: emptied(game.seats) } });
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
  insist = (problem: SheetProblem): void => this.#replace(problem, [plain(problem.text) + INSIST]);
  drop = (problem: SheetProblem): void => this.#replace(problem, []);

  #replace(problem: SheetProblem, by: string[]): void {
    if (!this.#stands(problem)) return;
    const { line, mark } = problem;
    const marks = this.#marksOf(line);
    this.#change(this.#with([...marks.slice(0, mark), ...by, ...marks.slice(mark + 1)], line));
  }

  #marksOf = (line: string): string[] => marksOf(this.game.seats[this.seat], line);
  #stands = ({ line, mark, text }: SheetProblem): boolean => this.#marksOf(line)[mark] === text;

  /** What a tap on a station means: on to it, back along the line, or a question. */
  tap = (cell: Cell): void => {
    this.forget();
    if (this.circling) return this.#circle(cell);
    const here = this.options.filter(({ section, target }) => section && target === cell);
    const lit = here.filter(({ start }) => start === this.at);
    const [way = null] = ways(this.board, this.at, cell);
    const walked = this.marks.some((mark) => endsOf(this.board, mark).sort().join() === [this.at, cell].sort().join());
    if (lit.length || (here.length && !walked && !way)) this.#choose(lit.length ? lit : here);
    else if (walked || cell === this.at) this.#at = cell;
    else if (this.stale && way && !this.#has(cell)) this.draw(way);
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
    [this.question, this.reason, this.choices, this.#asked] = [null, null, [], null];
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
    const another = game.board !== this.game.board;
    this.#show(game);
    if (another) {
      this.count = null;
      this.#beside(keptCount(this.board));
    }
    this.#keep();
  }

  /** What is kept beside the sheets. */
  #beside(found: Kept | null): void {
    [this.#away, this.conducted] = [found?.away ?? [], found?.conducted ?? null];
  }

  #show(game: PaperGame): void {
    this.forget();
    this.game = game;
    this.#fit();
    this.#at = null;
    void this.#ask();
  }

  /** Another tab has drawn on these sheets: they are the same ones here. */
  #heed(key: string | null): void {
    const found = isKeyOf(key, this.game.board) && keptCount(this.board);
    if (!found || isSame(found.game, this.game)) return;
    this.#steps = [...this.#steps, this.game].slice(-MOST_STEPS);
    this.#beside(found);
    this.#show(found.game);
  }

  /** A seat and a pencil that are there. */
  #fit(): void {
    this.seat = Math.max(0, Math.min(this.seat, this.game.seats.length - 1));
    if (!this.board.lines.includes(this.line)) this.line = this.board.lines[0] ?? '';
  }

  #keep(): void {
    const { game, seat, line, conducted } = this;
    this.unkept = !keepCount({ game, away: this.#away, seat, line, conducted: conducted ?? undefined });
  }

  /** One question at a time, until the sheets are counted as they are. */
  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    for (let heard = true; heard && !this.#again.closed && (this.stale || this.#asked); ) heard = await this.#hear();
    this.#asking = false;
  }

  /** Whether there is more to be asked for: not where the server cannot be heard, or will not hear it. */
  async #hear(): Promise<boolean> {
    const [game, asked] = [this.game, this.#asked];
    try {
      const count = await countSheets(game, asked);
      this.#again.rest();
      this.trouble = null;
      if (game.board === this.game.board) [this.count, this.#answered] = [count, game];
      if (asked && asked === this.#asked) [this.reason, this.#asked] = [count.why, null];
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (game !== this.game) return true;
      this.trouble = error.problem;
      this.#again.after(error);
      return false;
    }
  }
}
