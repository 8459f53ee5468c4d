// A game whose cards are known, entered turn by turn: what each seat has drawn so far stands here and in the browser at once; what
// a card lets one draw is asked of the server, as at a table.

import type { Conducted } from '../conduct/kept';
import { enterTurn, keepEntered, Refused } from '../lib/api';
import type { EnteredGame, Option, Problem, TurnEntered } from '../lib/types';
import type { Place } from '../sheet/meant';
import { forget, keep, kept } from './kept';

type Event = Record<string, unknown>;

export class Entering {
  game = $state.raw<EnteredGame>() as EnteredGame;
  seat = $state(0);
  draft = $state.raw<string[]>([]);
  now = $state.raw<TurnEntered | null>(null);
  question = $state.raw<Place | null>(null);
  choices = $state.raw<Option[]>([]);
  circling = $state(false);
  trouble = $state.raw<Problem | null>(null);
  #key: string;
  #asking = false;

  constructor({ id, board, modules, events, names }: Conducted) {
    this.#key = `terminus-count-${id}`;
    const start = (events.find(({ event }) => event === 'start') ?? {}) as Event;
    const before = kept(this.#key) as { seat: number; turns: string[][][] } | null;
    this.game = {
      board,
      modules,
      dealt: Object.fromEntries(modules.flatMap((module) => (start[module] ? [[module, start[module]]] : []))),
      pencils: start.pencils as string[][],
      cards: events.filter(({ event }) => event !== 'start'),
      seats: names.map((name, i) => ({ name, turns: before?.turns[i] ?? [] })),
    };
    this.seat = Math.min(before?.seat ?? 0, names.length - 1);
    void this.#ask();
  }

  /** How many turns of a seat are entered. */
  done = (seat: number): number => this.game.seats[seat]?.turns.length ?? 0;
  get turns(): number {
    return this.game.cards.filter(({ event }) => event === 'flip').length;
  }
  get whole(): boolean {
    return this.game.seats.every((_, seat) => this.done(seat) === this.turns);
  }

  take = (seat: number): void => {
    this.seat = seat;
    this.#become([], this.game);
  };

  tap = (place: Place): void => {
    const found = this.now?.answer?.options.filter(({ target, section, do: does }) =>
      this.circling ? does === `circle ${place.cell}` : section && (target === place.cell || section === place.about),
    );
    if (found?.length === 1 && found[0]) return this.draw(found[0].do);
    this.choices = found ?? [];
    if (found?.length) return;
    this.question = this.circling ? { ...place, about: `circle ${place.about}` } : place;
    void this.#ask(this.question.about);
  };

  draw = (action: string): void => this.#become([...this.draft, action], this.game);

  /** The last step of this turn; where it has none, the turn before. */
  undo = (): void => {
    if (this.draft.length) this.#become(this.draft.slice(0, -1), this.game);
    else this.#become([], this.#with((turns) => turns.slice(0, -1)));
  };

  confirm = (): void => {
    const answer = this.now?.do;
    if (answer && !this.#asking) this.#become([], this.#with((turns) => [...turns, answer]));
  };

  clear = (): void => {
    [this.question, this.choices] = [null, []];
  };

  #with(changed: (turns: string[][]) => string[][]): EnteredGame {
    const seats = this.game.seats.map((one, i) => (i === this.seat ? { ...one, turns: changed(one.turns) } : one));
    return { ...this.game, seats };
  }

  #become(draft: string[], game: EnteredGame): void {
    this.clear();
    [this.draft, this.game, this.circling] = [draft, game, false];
    keep({ seat: this.seat, turns: game.seats.map(({ turns }) => turns) }, this.#key);
    void this.#ask();
  }

  /** A card on which nothing can be drawn is passed by itself. */
  async #ask(about: string | null = null): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    const { game, draft, seat } = this;
    try {
      this.now = await enterTurn(game, seat, draft, about);
      this.trouble = null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.problem;
    }
    this.#asking = false;
    if (game !== this.game || draft !== this.draft || seat !== this.seat) return this.#ask();
    if (!draft.length && this.now?.answer?.options.every((option) => option.do === 'done')) this.confirm();
  }

  /** The finished game's id; null if it was refused. */
  async save(): Promise<string | null> {
    try {
      const { game } = await keepEntered(this.game);
      forget(this.#key);
      return game;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.problem;
      return null;
    }
  }
}
