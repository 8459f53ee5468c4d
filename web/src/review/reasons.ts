// Why a reply was better, in a sentence: by what the scoring rules give at once and what is left to come.

import { known, listed, t } from '../lib/i18n.svelte';
import type { Board, Later, Sheet, TurnReview } from '../lib/types';
import { word } from '../lib/words';
import { reached } from './drawn';
import { points, TO_COME, type Part } from './figures';

const KINDS = ['extra', 'line-bonus'];

/** What a scoring rule is called in a list of differences. */
export function ruleName(rule: string): string {
  if (rule === TO_COME) return t('still to come');
  if (rule === 'route') return t('districts × stations');
  const kind = KINDS.find((one) => rule in known(one));
  return kind ? word(kind, rule) : rule;
}

const sum = (all: Part[]): number => all.reduce((total, part) => total + part.by, 0);

/** What the better one gives, in the order of how much. */
function names(all: Part[], sign: 1 | -1): string {
  const some = all.filter((part) => part.by * sign > 0).sort((a, b) => (b.by - a.by) * sign);
  return listed(some.map((part) => ruleName(part.rule)));
}

/** `all` is what the better reply has more than the one that was played. */
function inFigures(all: Part[]): string {
  const rules = all.filter((part) => part.rule !== TO_COME);
  const [now, later] = [sum(rules), sum(all) - sum(rules)];
  const figures = { now: Math.abs(now) / 10, later: points(Math.abs(later)), rules: names(rules, now < 0 ? -1 : 1) };
  if (now > 0 && later > 0) return t('{now} more at once ({rules}), and {later} more later.', figures);
  if (now > 0 && later < 0) return t('{now} more at once ({rules}), for {later} less later.', figures);
  if (now > 0) return t('{now} more at once ({rules}).', figures);
  if (now < 0) return t('{now} less at once ({rules}), but it keeps more open: worth {later} more later.', figures);
  return t('As much at once, but it keeps more open: worth {later} more later.', figures);
}

/** Which scoring rule what is still to come is from above all, where games played on have shown it. */
function aboveAll({ games, most }: Later): string {
  const [by, error] = [Math.round((most?.mean ?? 0) * 10), Math.round((most?.se ?? 0) * 10)];
  if (!most || !by) return '';
  const figures = { rule: ruleName(most.rule), points: points(Math.abs(by)), error: points(error), games };
  return by > 0
    ? t('Above all: {rule}, {points} ± {error} more in {games} games played on.', figures)
    : t('Above all: {rule}, {points} ± {error} less in {games} games played on.', figures);
}

/** The same, and what games that were played on add to it. */
export function reason(all: Part[], later: Later | null = null): string {
  const toCome = all.some((part) => part.rule === TO_COME);
  return `${inFigures(all)} ${toCome && later ? aboveAll(later) : ''}`.trim();
}

/** What the better reply does on the map that the other did not; empty where that tells nothing. */
export function what(board: Board, sheet: Sheet, turn: Pick<TurnReview, 'played' | 'best' | 'pencil'>): string {
  if (!turn.played.length) return t('Drawing was better than passing.');
  if (!turn.best.length) return t('Passing was better.');
  const [best, played] = [turn.best, turn.played].map((moves) => reached(board, sheet, turn.pencil, moves));
  if (!best || !played) return '';
  if (best.districts > played.districts) return t('Better: on into another district.');
  if (best.meets > played.meets) return t('Better: to a station of another line.');
  if (best.districts < played.districts) return t('Better: not yet on into another district.');
  return '';
}
