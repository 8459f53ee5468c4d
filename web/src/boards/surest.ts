import type { LevelReport } from '../lib/types';

const ENOUGH = 100; // games

/** Whose figures are shown where one level must do: the strongest that played many games, else who played the most. */
export function surest(players: LevelReport[]): LevelReport {
  const many = players.filter((player) => player.games >= ENOUGH);
  const found = many.at(-1) ?? [...players].sort((a, b) => b.games - a.games)[0];
  if (!found) throw new Error('a report without players has no figures');
  return found;
}
