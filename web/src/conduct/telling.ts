// The server is told how far each game was turned, so that others can follow. What could not be said is said later: the
// last word counts, and none is lost with the page.

import { Refused, turnConduct } from '../lib/api';
import { begun, gameOf, keep, type Game } from './kept';

const SOONEST = 500; // ms
const LATEST = 8000;

let busy = false;
let wait = SOONEST;
let timer = 0;

const untold = (): Game | undefined => begun().find((game) => !game.told && !game.alone);

/** Say what is not said yet. */
export async function tell(): Promise<void> {
  clearTimeout(timer);
  if (busy) return;
  busy = true;
  for (let game = untold(); game; game = untold()) if (!(await said(game))) break;
  busy = false;
  if (untold()) timer = setTimeout(() => void tell(), wait);
}

async function said({ code, key, at, names, next }: Game): Promise<boolean> {
  try {
    await turnConduct(code, { key, at, names, next });
    mark(code, (now) => ({ ...now, told: now.at === at && now.next === next && now.names.join() === names.join() }));
    wait = SOONEST;
    return true;
  } catch (error) {
    const status = error instanceof Refused ? error.status : 0;
    if (status >= 400 && status < 429) mark(code, (now) => ({ ...now, alone: true }));
    wait = Math.min(LATEST, wait * 2);
    return status >= 400 && status < 429;
  }
}

function mark(code: string, changed: (game: Game) => Game): void {
  const game = gameOf(code);
  if (game) keep(changed(game));
}

addEventListener('online', () => void tell());
