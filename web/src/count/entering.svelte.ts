// A game whose cards are known, entered turn by turn: what each seat has drawn so far, also of the turn it is at, stands here and in
// the browser at once, each seat by itself; what a card lets one draw is asked of the server, as at a table. Until it has answered
// for what stands here, nothing more is drawn.

import type { Conducted } from '../conduct/kept';
import { enterTurn, keepEntered, Refused } from '../lib/api';
import type { Answer, EnteredGame, Option, Problem, Reason, TurnEntered } from '../lib/types';
import type { Place } from '../sheet/meant';
import { Again } from '../lib/again';
import { forget, heedOthers, isSame, keep, kept } from './kept';

type Event = Record<string, unknown>;

/** What the browser keeps of a seat. */
interface Sheet {
  turns: string[][];
  draft: string[]; // of the turn it is at
}

/** Which seat was open; an older page kept all turns with it. */
interface Opened {
  seat: number;
  turns?: string[][][];
}

/** What a question was about. */
interface Stand {
  game: EnteredGame;
  seat: number;
  draft: string[];
}

export class Entering {
  game = $state.raw<EnteredGame>() as EnteredGame;
  seat = $state(0);
  now = $state.raw<TurnEntered | null>(null);
  question = $state.raw<Place | null>(null);
  reason = $state.raw<Reason | null>(null);
  choices = $state.raw<Option[]>([]);
  circling = $state(false);
  trouble = $state.raw<Problem | null>(null);
  unkept = $state(false); // the browser has no room
  #drafts = $state.raw<string[][]>([]); // by seat
  #key: string;
  #asking = false;
  #about: string | null = null; // still to be asked
  #answered = $state.raw<Stand | null>(null); // what `now` is the answer to
  #goesBack = false; // past the cards on which nothing can be drawn
  #again = new Again(() => void this.#ask());
  #heeds = heedOthers((key) => this.#heed(key));

  constructor({ id, board, modules, events, names }: Conducted) {
    this.#key = `terminus-count-${id}`;
    const start = (events.find(({ event }) => event === 'start') ?? {}) as Event;
    const opened = kept(this.#key) as Opened | null;
    const sheets = names.map((_, seat) => this.#kept(seat) ?? { turns: opened?.turns?.[seat] ?? [], draft: [] });
    this.game = {
      board,
      modules,
      dealt: Object.fromEntries(modules.flatMap((module) => (start[module] ? [[module, start[module]]] : []))),
      pencils: start.pencils as string[][],
      cards: events.filter(({ event }) => event !== 'start'),
      seats: names.map((name, i) => ({ name, turns: sheets[i]?.turns ?? [] })),
    };
    this.#drafts = sheets.map(({ draft }) => draft);
    this.seat = Math.min(opened?.seat ?? 0, names.length - 1);
    void this.#ask();
  }

  get draft(): string[] {
    return this.#drafts[this.seat] as string[];
  }
  /** How many turns of a seat are entered. */
  done = (seat: number): number => this.game.seats[seat]?.turns.length ?? 0;
  get turns(): number {
    return this.game.cards.filter(({ event }) => event === 'flip').length;
  }
  get whole(): boolean {
    return this.game.seats.every((_, seat) => this.done(seat) === this.turns);
  }

  /** Whether the server has answered for what is entered now. */
  get fresh(): boolean {
    return this.#answered !== null && this.#isNow(this.#answered);
  }
  get answer(): Answer | null {
    return this.fresh ? (this.now?.answer ?? null) : null;
  }

  close = (): void => {
    this.#again.close();
    this.#heeds();
  };

  take = (seat: number): void => {
    this.seat = seat;
    this.#show(this.#drafts, this.game);
    this.unkept = !keep({ seat } satisfies Opened, this.#key);
  };

  tap = (place: Place): void => {
    const found = this.answer?.options.filter(({ target, section, do: does }) =>
      this.circling ? does === `circle ${place.cell}` : section && (target === place.cell || section === place.about),
    );
    if (found?.length === 1 && found[0]) return this.draw(found[0].do);
    this.clear();
    this.choices = found ?? [];
    if (found?.length) return;
    this.question = this.circling ? { ...place, about: `circle ${place.about}` } : place;
    this.#about = this.question.about;
    void this.#ask();
  };

  draw = (action: string): void => {
    if (this.fresh) this.#become([...this.draft, action], this.game);
  };

  /** The last step of this turn; where it has none, the last turn in which something could be drawn. */
  undo = (): void => {
    if (this.draft.length) this.#become(this.draft.slice(0, -1), this.game);
    else this.#turnBack();
  };

  confirm = (): void => {
    const does = this.fresh && this.now?.do;
    if (does) this.#become([], this.#with((turns) => [...turns, does]));
  };

  clear = (): void => {
    [this.question, this.reason, this.choices] = [null, null, []];
  };

  #turnBack(): void {
    this.#become([], this.#with((turns) => turns.slice(0, -1)));
    this.#goesBack = true;
  }

  #isNow = ({ game, seat, draft }: Stand): boolean => game === this.game && seat === this.seat && draft === this.draft;

  #with(changed: (turns: string[][]) => string[][]): EnteredGame {
    const seats = this.game.seats.map((one, i) => (i === this.seat ? { ...one, turns: changed(one.turns) } : one));
    return { ...this.game, seats };
  }

  #become(draft: string[], game: EnteredGame): void {
    this.#show(this.#draftsWith(this.seat, draft), game);
    const turns = game.seats[this.seat]?.turns ?? [];
    this.unkept = !keep({ turns, draft } satisfies Sheet, this.#keyOf(this.seat));
  }

  #show(drafts: string[][], game: EnteredGame): void {
    this.clear();
    [this.#drafts, this.game, this.circling, this.#about, this.#goesBack] = [drafts, game, false, null, false];
    void this.#ask();
  }

  #draftsWith = (seat: number, draft: string[]): string[][] => this.#drafts.map((one, i) => (i === seat ? draft : one));
  #keyOf = (seat: number): string => `${this.#key}-${seat}`;
  #kept = (seat: number): Sheet | null => kept(this.#keyOf(seat)) as Sheet | null;

  /** Another tab has drawn on a sheet of this game: it is drawn here too. */
  #heed(key: string | null): void {
    const seat = this.game.seats.findIndex((_, i) => this.#keyOf(i) === key);
    const found = seat < 0 ? null : this.#kept(seat);
    if (!found || isSame(found, { turns: this.game.seats[seat]?.turns, draft: this.#drafts[seat] })) return;
    const seats = this.game.seats.map((one, i) => (i === seat ? { ...one, turns: found.turns } : one));
    this.#show(this.#draftsWith(seat, found.draft), { ...this.game, seats });
  }

  /** One question at a time, until the last of them is answered. */
  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    let goes = true;
    while (goes && (!this.fresh || this.#about !== null)) goes = (await this.#hear()) && !this.#again.closed;
    this.#asking = false;
    if (goes) this.#walkOn();
  }

  async #hear(): Promise<boolean> {
    const [stand, about] = [{ game: this.game, seat: this.seat, draft: this.draft }, this.#about];
    try {
      const now = await enterTurn(stand.game, stand.seat, stand.draft, about);
      if (!this.#isNow(stand)) return true;
      [this.now, this.#answered, this.trouble] = [now, stand, null];
      if (about !== null && about === this.#about) [this.reason, this.#about] = [now.why, null];
      this.#again.rest();
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (!this.#isNow(stand)) return true;
      this.trouble = error.problem;
      this.#again.after(error);
      return false;
    }
  }

  /** A card on which nothing can be drawn is passed by itself; whoever goes back goes past it. */
  #walkOn(): void {
    const dead = !this.draft.length && this.answer?.options.every((option) => option.do === 'done');
    if (dead && this.#goesBack && this.done(this.seat)) return this.#turnBack();
    this.#goesBack = false;
    if (dead) this.confirm();
  }

  /** The finished game's id; null if it was refused. */
  async save(): Promise<string | null> {
    const whole = this.game;
    try {
      const { game } = await keepEntered(whole);
      if (whole === this.game) [this.#key, ...whole.seats.map((_, seat) => this.#keyOf(seat))].forEach(forget);
      return game;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.problem;
      return null;
    }
  }
}
