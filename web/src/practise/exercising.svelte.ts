// An exercise as a table of which nothing is kept: every step goes to the server with the answer so far, and comes back as a
// view. A turn draws on it as on a table's socket; to confirm is to be judged.

import { answerExercise, exercise, Refused, showExercise, stepExercise, whyExercise } from '../lib/api';
import { named } from '../lib/names';
import type { Command, Exercise, Problem, Verdict, View, Why } from '../lib/types';
import type { TurnLink } from '../table/turn.svelte';

export class Exercising implements TurnLink {
  asked = $state.raw<Exercise | null>(null);
  view = $state.raw<View | null>(null); // with the answer so far
  verdict = $state.raw<Verdict | null>(null);
  why = $state.raw<Why | null>(null);
  step = $state.raw<TurnLink['step']>(null);
  stepping = $state(0);
  problem = $state.raw<Problem | null>(null);
  gone = $state.raw<Problem | null>(null); // why it cannot be shown
  unreached = $state(false);
  readonly connected = true;
  #drafts = 0;

  constructor(readonly id: string) {
    this.load();
  }

  load(): void {
    exercise(this.id).then(
      (found) => {
        this.unreached = false;
        this.asked = found;
        this.again();
      },
      (error: unknown) => {
        this.unreached = error instanceof Refused && !error.status;
        if (error instanceof Refused && error.status) this.gone = error.problem;
      },
    );
  }

  /** The position as it was, to be answered once more. */
  again = (): void => {
    this.verdict = null;
    if (this.asked) this.#show(this.asked.view);
  };

  #show(view: View): void {
    this.view = named({ ...view, draft: ++this.#drafts }); // each draft is another moment of the turn
  }

  get #actions(): string[] {
    return this.view?.answer?.actions ?? [];
  }

  send(command: Command): void {
    if (this.stepping) return;
    this.step = { text: '', since: 0, command, sent: true };
    if ('commit' in command) void this.#judged(answerExercise(this.id, this.#actions));
    else void this.#done(stepExercise(this.id, this.#actions, command).then((view) => this.#show(view)));
  }

  /** All is sent at once: there is nothing to drop. */
  unsend(): void {}

  ask(about: string): void {
    this.why = null;
    void whyExercise(this.id, this.#actions, about).then(
      (found) => (this.why = found),
      (error: unknown) => this.#fail(error),
    );
  }

  solve = (): void => {
    if (!this.stepping) void this.#judged(showExercise(this.id));
  };

  #judged(answer: Promise<Verdict>): Promise<void> {
    return this.#done(answer.then((found) => void (this.verdict = found)));
  }

  async #done(step: Promise<void>): Promise<void> {
    this.stepping = 1;
    this.problem = null;
    await step.catch((error: unknown) => this.#fail(error));
    this.stepping = 0;
    this.step = null;
  }

  #fail(error: unknown): void {
    if (error instanceof Refused) this.problem = error.problem;
  }
}
