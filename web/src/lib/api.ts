// The server's HTTP calls, as docs/protocol.md lists them. A refusal is thrown as `Refused`.

import type { Board, Level, Me, NewGame, Problem, Replay, View } from './types';
import { msg } from './i18n.svelte';

export class Refused extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.message);
  }
}

const UNREACHABLE: Problem = { message: msg('The server cannot be reached. Is it running?'), values: {} };
const ODD: Problem = { message: msg('The server gave an answer that makes no sense.'), values: {} };

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(UNREACHABLE, 0);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  throw new Refused((answer as { error?: Problem } | null)?.error ?? ODD, response.status);
}

const at = (game: string, rest = ''): string => `/api/games/${encodeURIComponent(game)}${rest}`;

export const me = (): Promise<Me> => call('GET', '/api/me');
export const setMe = (changes: { name?: string; language?: string }): Promise<Me> => call('PUT', '/api/me', changes);
export const levels = (): Promise<Level[]> => call('GET', '/api/levels');
export const newGame = (game: NewGame): Promise<{ game: string }> => call('POST', '/api/games', game);
export const view = (game: string): Promise<View> => call('GET', at(game));
export const byCode = (code: string): Promise<{ game: string }> =>
  call('GET', `/api/codes/${encodeURIComponent(code)}`);
export const join = (game: string, name: string): Promise<{ seat: number }> =>
  call('POST', at(game, '/join'), { name });
export const seatLink = (game: string): Promise<{ path: string }> => call('POST', at(game, '/link'));
export const takeSeat = (key: string): Promise<{ game: string }> =>
  call('POST', `/api/seat/${encodeURIComponent(key)}`);
export const rematch = (game: string): Promise<{ game: string }> => call('POST', at(game, '/rematch'));
export const replay = (game: string): Promise<Replay> => call('GET', at(game, '/replay'));
export const logPath = (game: string): string => at(game, '/log');
export const qrPath = (game: string): string => at(game, '/qr.svg');
export const socketPath = (game: string): string => at(game, '/socket');

let known: Promise<Board[]> | null = null;

/** The cities; asked for once, again only if that failed. */
export function boards(fresh = false): Promise<Board[]> {
  if (fresh) known = null;
  known ??= call<Board[]>('GET', '/api/boards').catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}
