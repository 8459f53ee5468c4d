// The server's HTTP calls, as its own schema has them. A refusal is thrown as `Refused`.

import type { Asked, Board, Calls, Command, EnteredGame, NewGame, PaperGame, Problem } from './types';
import { msg } from './i18n.svelte';

export class Refused extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.message);
  }

  /** Nobody answered, or a proxy did in the server's place: it may be starting again. */
  get away(): boolean {
    return [0, ...PROXIES].includes(this.status) && this.seconds === null;
  }

  /** When it may go on, where others or too much of it stood in the way. */
  get seconds(): number | null {
    const { seconds } = this.problem.values;
    return (this.status === 429 || this.status === 503) && typeof seconds === 'number' ? seconds : null;
  }
}

const PROXIES = [502, 503, 504]; // what a proxy says where no server is behind it
const UNREACHABLE: Problem = { message: msg('The server cannot be reached. Is it running?'), values: {} };
const ODD: Problem = { message: msg('The server gave an answer that makes no sense.'), values: {} };

type Places = Record<string, string>;

const filled = (path: string, places: Places): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(places[name] ?? ''));

async function call<C extends keyof Calls>(
  what: C,
  places: Places = {},
  body?: Calls[C]['sends'],
  query?: Calls[C]['query'],
  signal?: AbortSignal,
): Promise<Calls[C]['answers']> {
  const [method = '', path = ''] = what.split(' ');
  const asked = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
  let response: Response;
  try {
    response = await fetch(`${filled(path, places)}${query ? `?${asked}` : ''}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch {
    throw new Refused(UNREACHABLE, 0);
  }
  const answer: unknown = await response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return null; // there is none, or it is not the server's
    throw new Refused(UNREACHABLE, 0); // it broke off
  });
  if (response.ok) return answer as Calls[C]['answers'];
  const said = (answer as { error?: Problem } | null)?.error;
  throw new Refused(said ?? (PROXIES.includes(response.status) ? UNREACHABLE : ODD), response.status);
}

export const me = () => call('GET /api/me');
export const olderGames = (page: number) => call('GET /api/me', {}, undefined, { page });
export const setMe = (changes: Calls['PUT /api/me']['sends']) => call('PUT /api/me', {}, changes);
export const shelve = (game: string, away: boolean) => call('PUT /api/me/put-away/{game}', { game }, { put_away: away });
export const shelves = () => call('GET /api/boards/mine');
export const takeOff = (board: string) => call('DELETE /api/boards/{board}', { board });
export const levels = () => call('GET /api/levels');
export const newGame = (game: NewGame) => call('POST /api/games', {}, game);
export const lessons = () => call('GET /api/lessons');
export const startLesson = (lesson: string) => call('POST /api/lessons/{lesson}', { lesson });
export const byCode = (code: string) => call('GET /api/codes/{code}', { code });
export const join = (game: string, name: string) => call('POST /api/games/{game}/join', { game }, { name });
export const seatLink = (game: string) => call('POST /api/games/{game}/link', { game });
export const takeSeat = (key: string) => call('POST /api/seat/{key}', { key });
export const startGame = (game: string, contribute: Record<string, string>) =>
  call('POST /api/games/{game}/start', { game }, { contribute });
export const rematch = (game: string) =>
  call('POST /api/games/{game}/rematch', { game }, undefined, { start: false });
export const replay = (game: string) => call('GET /api/games/{game}/replay', { game });
export const askReview = (game: string) => call('POST /api/games/{game}/review', { game });
export const lookAtReview = (game: string) => call('GET /api/games/{game}/review', { game });
export const askFaceUp = (game: string, seat: number) =>
  call('POST /api/games/{game}/face-up/{seat}', { game, seat: String(seat) });
export const lookAtFaceUp = (game: string, seat: number) =>
  call('GET /api/games/{game}/face-up/{seat}', { game, seat: String(seat) });
export const practice = () => call('GET /api/practise');
export const positions = () => call('GET /api/practise/positions');
export const exercise = (id: string) => call('GET /api/practise/{exercise}', { exercise: id });
export const stepExercise = (id: string, actions: string[], step: Command) =>
  call('POST /api/practise/{exercise}/step', { exercise: id }, { actions, do: step });
export const whyExercise = (id: string, actions: string[], about: string) =>
  call('POST /api/practise/{exercise}/why', { exercise: id }, { actions, about });
export const answerExercise = (id: string, actions: string[]) =>
  call('POST /api/practise/{exercise}/answer', { exercise: id }, { actions });
export const showExercise = (id: string) => call('POST /api/practise/{exercise}/show', { exercise: id });
export const putExercise = (id: string, when: 'later' | 'never' | 'now') =>
  call('PUT /api/practise/{exercise}', { exercise: id }, { when });
export const askReport = (board: string, modules: string[] = []) =>
  call('POST /api/boards/{board}/report', { board }, undefined, { modules: modules.join(',') });
export const lookAtReport = (board: string, modules: string[] = []) =>
  call('GET /api/boards/{board}/report', { board }, undefined, { modules: modules.join(',') });
export const askTraining = (board: string) => call('POST /api/boards/{board}/training', { board });
export const lookAtTraining = (board: string) => call('GET /api/boards/{board}/training', { board });
export const stopTraining = (board: string) => call('DELETE /api/boards/{board}/training', { board });
export const whatIf = (game: string, from: Calls['POST /api/games/{game}/what-if']['sends']) =>
  call('POST /api/games/{game}/what-if', { game }, from);
export const advice = (game: string) => call('GET /api/games/{game}/advice', { game });
export const record = (game: string) => call('GET /api/games/{game}/record', { game });
export const newConduct = (game: Calls['POST /api/conducts']['sends'], signal?: AbortSignal) =>
  call('POST /api/conducts', {}, game, undefined, signal);
export const turnConduct = (code: string, turned: Calls['PUT /api/conducts/{code}']['sends']) =>
  call('PUT /api/conducts/{code}', { code }, turned);
export const followConduct = (code: string, seen: number | null, signal: AbortSignal) =>
  call('GET /api/conducts/{code}', { code }, undefined, seen === null ? {} : { seen }, signal);
export const conductedEvents = (code: string) => call('GET /api/conducts/{code}/events', { code });
export const conductQrPath = (code: string): string => filled('/api/conducts/{code}/qr.svg', { code });
export const countSheets = (game: PaperGame, ask: Asked | null = null) => call('POST /api/count', {}, { game, ask });
export const keepCounted = (game: PaperGame) => call('POST /api/count/games', {}, game);
export const enterTurn = (game: EnteredGame, seat: number, draft: string[], ask: string | null = null) =>
  call('POST /api/count/turn', {}, { game, seat, draft, ask });
export const keepEntered = (game: EnteredGame) => call('POST /api/count/turns', {}, game);
export const logPath = (game: string): string => filled('/api/games/{game}/log', { game });
export const qrPath = (game: string): string => filled('/api/games/{game}/qr.svg', { game });
export const socketPath = (game: string): string => filled('/api/games/{game}/socket', { game });

export const kit = () => call('GET /api/boards/kit');
export const checkBoard = (board: Calls['POST /api/boards/check']['sends']) => call('POST /api/boards/check', {}, board);
export const readBoardFile = (text: string) => call('POST /api/boards/read', {}, { text });
export const writeBoardFile = (document: Record<string, unknown>) => call('POST /api/boards/write', {}, { document });
export const boardDocument = (board: string) => call('GET /api/boards/{board}/document', { board });
/** A board to play on, of what somebody drew. */
export const makeBoard = (document: Record<string, unknown>) => call('POST /api/boards', {}, { document });
export const drawings = () => call('GET /api/drawings');
export const drawing = (drawing: string) => call('GET /api/drawings/{drawing}', { drawing });
export const saveDrawing = (drawing: string, saving: Calls['PUT /api/drawings/{drawing}']['sends']) =>
  call('PUT /api/drawings/{drawing}', { drawing }, saving);
export const throwAway = (drawing: string, away: boolean) =>
  call('PUT /api/drawings/{drawing}/thrown-away', { drawing }, { thrown_away: away });
export const drawingVersions = (drawing: string) => call('GET /api/drawings/{drawing}/versions', { drawing });
export const drawingVersion = (drawing: string, version: number) =>
  call('GET /api/drawings/{drawing}/versions/{version}', { drawing, version: String(version) });

let known: Promise<Board[]> | null = null;

/** The cities; asked for once, again only if that failed. */
export function boards(again = false): Promise<Board[]> {
  if (again) known = null;
  known ??= call('GET /api/boards').catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

const others = new Map<string, Promise<Board>>();

/** A city by its id: one that ships, or anybody's own, which never changes. Alone, unless all are known. */
export async function board(id: string): Promise<Board> {
  const shipped = (await known)?.find((city) => city.id === id);
  if (shipped) return shipped;
  const asked = others.get(id) ?? call('GET /api/boards/{board}', { board: id });
  others.set(id, asked);
  asked.catch(() => others.delete(id));
  return asked;
}
