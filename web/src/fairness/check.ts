// Checks the sealed shuffles of a log, as docs/fairness.md tells it, and whether they are those that this browser saw.

import { msg } from '../lib/i18n.svelte';
import type { Kept } from './keep';
import { hex } from './sha256';
import { keyOf, sealOf, shuffle, type Order } from './shuffle';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Event = { event: string; round?: number } & Record<string, any>;
export type Packs = Record<string, string[]>;

export interface Found {
  opened: number; // the last round that was opened and holds; 0 is the deal, -1 nothing
  mine: number[]; // the rounds that this browser has contributed to
  fault: { round: number; why: string } | null;
}

const WHY = {
  order: msg('The log does not have its seals, contributions and openings in their order.'),
  seen: msg('The seal is not the one that this page was shown before.'),
  secret: msg('The secret that was opened is not the one that was sealed.'),
  mine: msg('What this page contributed is not in it.'),
  given: msg('The contributions are not those that were shuffled with.'),
  cards: msg('The cards are not the ones that follow.'),
  shown: msg('The cards of the log are not the ones that were shown here.'),
};
const PLACES: Record<number, number[]> = { 2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3] };
const SHUFFLING = ['seal', 'contribution', 'special', 'flip', 'opening', 'end'];

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function check(log: Event[], packs: Packs, kept: Kept | null, shownIn: (round: number) => string[]): Found {
  const [start, ...rest] = log;
  const events = rest.filter(({ event }) => SHUFFLING.includes(event));
  const seals = events.filter(({ event }) => event === 'seal').map(({ seal }) => String(seal));
  const found: Found = { opened: -1, mine: [], fault: null };
  const fail = (why: string): Found => ({ ...found, fault: { round: Math.max(found.opened + 1, 0), why } });
  if (start?.event !== 'start' || !same(events.slice(0, seals.length).map(({ round }) => round), [0, 1, 2, 3, 4]))
    return fail(WHY.order);
  if (kept && !same(kept.seals, seals)) return fail(WHY.seen);
  let part: Event[] = [];
  let left = packs; // what the specials of earlier rounds have not turned up
  for (const event of events.slice(seals.length)) {
    if ((event.round ?? 5) !== found.opened + 1) return fail(WHY.order);
    if (event.event !== 'opening') {
      part.push(event);
      continue;
    }
    const round = found.opened + 1;
    const given = part.filter((one) => one.event === 'contribution') as unknown as { seat: number; value: string }[];
    if (sealOf(start.game, round, event.secret) !== seals[round]) return fail(WHY.secret);
    const value = kept?.taken.includes(round) ? kept.values[round] : undefined;
    if (value && !given.some((one) => one.value === value)) return fail(WHY.mine);
    const key = keyOf(start.game, round, event.secret, given);
    if ((event.key ?? hex(key)) !== hex(key)) return fail(WHY.given); // the first sealed games name no key
    const order = shuffle(key);
    if (round ? !turned(part, order, left) : !dealt(start, order, packs)) return fail(WHY.cards);
    const seen = shownIn(round);
    if (!same(cards(part).slice(0, seen.length), seen)) return fail(WHY.shown);
    if (value) found.mine.push(round);
    left = without(left, part);
    found.opened = round;
    part = [];
  }
  return found;
}

const cards = (part: Event[]): string[] => part.flatMap((one) => (one.event === 'flip' ? (one.cards as string[]) : []));

/** Whether the start event has what follows. */
function dealt(start: Event, order: Order, packs: Packs): boolean {
  const first = order('pencils', packs.pencils!);
  const rows = PLACES[start.seats.length]?.map((place) => [0, 1, 2, 3].map((round) => first[(place - round + 4) % 4]));
  const modules = (start.modules as string[]).filter((module) => packs[module]);
  return same(start.pencils, rows ?? [first]) && modules.every((module) => lies(start[module], order(module, packs[module]!)));
}

function lies(found: string[] | Record<string, string>, things: string[]): boolean {
  if (Array.isArray(found)) return found.length > 0 && same(found, things.slice(0, found.length));
  return same(Object.keys(found).sort().map((place) => found[place]), things);
}

/** Whether what was turned in a round is what follows: first what opens it, then its cards. */
function turned(part: Event[], order: Order, left: Packs): boolean {
  const kinds = ['contribution', 'special', 'flip'];
  const places = part.map(({ event }) => kinds.indexOf(event));
  const special = part.find(({ event }) => event === 'special');
  const fits = (key: string): boolean => special?.[key] === order(`special ${key}`, left[`special ${key}`]!)[0];
  const found = cards(part);
  return (
    places.every((place, n) => place >= (places[n - 1] ?? 0)) &&
    (!special || (fits('symbol') && fits('effect'))) &&
    same(found, order('deck', left.deck!).slice(0, found.length))
  );
}

function without(left: Packs, part: Event[]): Packs {
  const special = part.find(({ event }) => event === 'special');
  if (!special) return left;
  const gone = ['symbol', 'effect'].map((key) => [`special ${key}`, left[`special ${key}`]!.filter((one) => one !== special[key])]);
  return { ...left, ...(Object.fromEntries(gone) as Packs) };
}
