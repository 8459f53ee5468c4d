// The socket of one table. What was sent and not acknowledged is sent again, with the same key, after
// every loss; a key that the server has taken already does nothing there, so no command is done twice. A frame that
// the server refuses as such would be refused for ever: then nothing is sent again, and a reload is up to the reader.
// What the server cannot save just now waits here until it says that it can, and goes again in its order.
// What is too much at once is only too early: it waits, and goes on by itself.

import { socketPath } from './api';
import { changed } from './changed';
import { msg } from './i18n.svelte';
import type { Command, FromServer, Problem, ToServer, View, Why } from './types';

interface Pending {
  text: string;
  since: number; // never, once the server has asked to wait with it
  command: Command;
  sent: boolean; // the server may have it
}

const PATIENCE = 6000; // ms for an answer before the connection counts as lost
const HEARTBEAT = 20_000; // ms of silence after which the page says hello again: a dead socket tells nobody
const NO_GAME = 4404; // how the server closes the socket of a table that it does not know
const SILENT = 4408; // and one that has said nothing for long
const TOO_MUCH = 4429; // and one that must wait for a while, which it is told before
const REFUSED = [1002, 1003, 1007, 1008, 1009]; // the protocol's own codes for a frame that was wrong; ours are 44xx
const UNTOLD: Problem = { message: msg('The server does not understand this request.'), values: {} };
const LONGEST_WAIT = 8000;
const NEVER = Infinity;

/** How long ago; a clock that was set back is no reason to wait for it. */
const ago = (then: number): number => (then === NEVER ? 0 : Math.abs(Date.now() - then));

const isRefusal = (code: number): boolean =>
  REFUSED.includes(code) || (code >= 4400 && code < 4500 && code !== NO_GAME && code !== SILENT && code !== TOO_MUCH);

const STEPS = ['draft', 'instead', 'undo', 'commit', 'take_back'];
const isStep = (command: Command): boolean => STEPS.some((name) => name in command);

const frame = (said: ToServer): string => JSON.stringify(said);

function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Link {
  view = $state.raw<View | null>(null);
  seenAt = $state.raw(0);
  connected = $state(false);
  saving = $state(true); // false while the server cannot save what is done
  problem = $state.raw<Problem | null>(null);
  waiting = $state(0); // commands that are not acknowledged yet
  stepping = $state(0); // those of them that are steps of my own turn
  step = $state.raw<Readonly<Pending> | null>(null); // the last of these
  gone = $state(false); // there is no such table
  why = $state.raw<Why | null>(null); // the answer to the last question
  stopped = $state.raw<Problem | null>(null); // why the server closed for good
  early = $state.raw<Problem | null>(null); // why it is not tried again yet
  #socket: WebSocket | null = null;
  #pending = new Map<string, Pending>();
  #tries = 0;
  #retry = 0;
  #watch = 0;
  #closed = false;
  #heard = 0;
  #greeted = 0; // when an unanswered hello was sent
  #paused = false; // the server has said on this connection that it cannot save
  #told: Problem | null = null; // why the server is about to close

  constructor(readonly game: string) {
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#drop);
    document.addEventListener('visibilitychange', this.#wake);
    this.#watch = setInterval(this.#check, 1000);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#drop);
    document.removeEventListener('visibilitychange', this.#wake);
    clearInterval(this.#watch);
    clearTimeout(this.#retry);
    this.#socket?.close();
  }

  /** A command at the number of the view it was made at. */
  send(command: Command): void {
    if (this.stopped) return;
    const key = newKey();
    const text = frame({ type: 'command', key, number: this.view?.number ?? 0, do: command });
    this.#pending.set(key, { text, since: Date.now(), command, sent: this.connected });
    this.#count();
    this.problem = null;
    if (this.connected) this.#socket?.send(text);
  }

  /** Takes back the last step of my turn, if it has never left this page. */
  unsend(): void {
    const last = this.#steps().at(-1);
    if (last && !last[1].sent) this.#settle(last[0]);
  }

  /** Why can this not be done? What is asked while the connection is lost is not asked again. */
  ask(about: string): void {
    this.why = null;
    if (this.connected) this.#socket?.send(frame({ type: 'why', about }));
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.early = null;
    if (this.#closed || this.gone || this.stopped || this.#socket) return;
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${socketPath(this.game)}`);
    this.#socket = socket;
    this.#told = null;
    this.#paused = false;
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = (event: MessageEvent<string>) => this.#take(JSON.parse(event.data) as FromServer);
    socket.onclose = (event) => this.#lost(socket, event.code);
  }

  #opened(socket: WebSocket): void {
    this.connected = true;
    this.#hello();
    this.#sendAll(socket);
  }

  #sendAll(socket: WebSocket | null): void {
    for (const pending of this.#pending.values()) {
      pending.since = Date.now();
      pending.sent = true;
      socket?.send(pending.text);
    }
    this.#count();
  }

  #hello(version = this.view?.version ?? null): void {
    this.#greeted ||= Date.now();
    this.#socket?.send(frame({ type: 'hello', version }));
  }

  #lost(socket: WebSocket, code = 0): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#greeted = 0;
    this.connected = false;
    this.gone = code === NO_GAME;
    const seconds = Number(this.#told?.values.seconds ?? 0);
    if (seconds) this.early = this.#told; // the code may be lost on the way, the word came before
    else if (isRefusal(code) || (this.#told && !this.gone)) this.#stop();
    const wait = Math.min(LONGEST_WAIT, 300 * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
    this.#retry = setTimeout(() => this.#connect(), Math.max(wait, seconds * 1000));
  }

  #stop(): void {
    this.stopped = this.#told ?? UNTOLD;
    this.#pending.clear();
    this.#count();
  }

  #drop = (): void => {
    const socket = this.#socket;
    if (!socket) return;
    socket.close();
    this.#lost(socket);
  };

  #wake = (): void => {
    if (document.visibilityState !== 'visible') return;
    if (this.connected) this.#hello();
    else if (!this.early) this.#connect();
  };

  #check = (): void => {
    if (!this.connected) return;
    const waiting = [...this.#pending.values()].map((pending) => pending.since);
    const oldest = Math.min(...waiting, this.#greeted || NEVER);
    if (ago(oldest) > PATIENCE) this.#drop();
    else if (!this.#greeted && ago(this.#heard) > HEARTBEAT) this.#hello();
  };

  #take(message: FromServer): void {
    this.#heard = Date.now();
    if (message.type === 'view') this.#show(message.view);
    else if (message.type === 'change') this.#change(message.base, message.view);
    else if (message.type === 'same') this.#same();
    else if (message.type === 'why') this.why = message;
    else if (message.type === 'ack') this.#settle(message.key);
    else if (message.type === 'later') this.#wait(message.key);
    else if (message.type === 'saving') this.#pause(!message.well);
    else this.#refuse(message.key, message.error);
    if (!this.#greeted && !this.waiting) this.#tries = 0; // all that was asked is answered: the connection is good
  }

  #same(): void {
    this.#greeted = 0;
    this.saving = !this.#paused;
  }

  /** It is sent again when the server can save. */
  #wait(key: string): void {
    const pending = this.#pending.get(key);
    if (pending) pending.since = NEVER;
  }

  #pause(paused: boolean): void {
    this.#paused = paused;
    this.saving = !paused;
    if (!paused) this.#sendAll(this.#socket);
  }

  #show(view: View): void {
    this.#same();
    this.view = view;
    this.seenAt = Date.now();
  }

  /** What differs from the view we have; from another one we cannot go on, and ask for all of it. */
  #change(base: string, values: Record<string, unknown>): void {
    if (this.view?.version === base) this.#show(changed(this.view, values));
    else this.#hello(null);
  }

  #settle(key: string): void {
    this.#pending.delete(key);
    this.#count();
  }

  #count(): void {
    this.waiting = this.#pending.size;
    const steps = this.#steps();
    this.stepping = steps.length;
    const last = steps.at(-1)?.[1];
    this.step = last ? { ...last } : null;
  }

  #steps(): [string, Pending][] {
    return [...this.#pending].filter(([, { command }]) => isStep(command));
  }

  #refuse(key: string | null, error: Problem): void {
    if (key === null) {
      this.#told = error;
      return;
    }
    const own = 'contribute' in (this.#pending.get(key)?.command ?? {}); // the page's doing, not the reader's: another tab was first
    if (!own) this.problem = error;
    this.#settle(key);
  }
}
