// The page's own check of sealed shuffles: known vectors, the recipe as the engine has it, and nothing that was changed passes.

import { beforeEach, expect, it, vi } from 'vitest';
import { check, type Event, type Packs } from '../src/fairness/check';
import { contributions, expected, keep, kept, remembers, taken, type Kept } from '../src/fairness/keep';
import { hex, hmac, sha256, unhex, utf8 } from '../src/fairness/sha256';
import { keyOf, sealOf, shuffle } from '../src/fairness/shuffle';
import type { Link } from '../src/lib/link.svelte';
import type { Command, View } from '../src/lib/types';
import sealed from './sealed.json';

const PACKS = sealed.packs as Packs;
const log = (): Event[] => structuredClone(sealed.log) as Event[];
const none = (): string[] => [];
const seals = log().flatMap((event) => (event.event === 'seal' ? [event.seal as string] : []));

beforeEach(() => localStorage.removeItem('terminus-seals-g'));

it('knows SHA-256 and HMAC as their standards have them', () => {
  const hash = (text: string) => hex(sha256(utf8(text)));
  expect(hash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(hash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(hash('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
  expect(hash('a'.repeat(1000))).toBe('41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3');
  expect(hex(hmac(unhex('0b'.repeat(20)), 'Hi There'))).toBe(
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  );
  expect(hex(hmac(unhex('aa'.repeat(131)), 'Test Using Larger Than Block-Size Key - Hash Key First'))).toBe(
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  );
});

it('shuffles as the engine does', () => {
  const [game, secret] = ['h7k2m9p4w8xz', '5e'.repeat(32)];
  expect(sealOf(game, 1, secret)).toBe('b77f2f6433ece0fb75edc30df4382a0f938440cfb992d5ba08e803605dff0469');
  const given = [
    { seat: 0, value: '01'.repeat(32) },
    { seat: 2, value: 'ab'.repeat(16) },
  ];
  const deck = shuffle(keyOf(game, 1, secret, given))('deck', PACKS.deck!);
  expect(deck.slice(0, 4)).toEqual(['underground/pentagon', 'street/circle', 'street/triangle', 'street/joker']);
});

it('proves a whole game, and one that is not over as far as it goes', () => {
  expect(check(log(), PACKS, null, none)).toEqual({ opened: 4, mine: [], fault: null });
  const second = log().findIndex((event) => event.event === 'opening' && event.round === 2);
  expect(check(log().slice(0, second), PACKS, null, none).opened).toBe(1);
});

it('knows its own contributions again', () => {
  const values: Record<string, string> = {};
  for (const event of log()) if (event.event === 'contribution' && event.seat === 1) values[event.round!] = event.value as string;
  const mine = Object.keys(values).map(Number);
  const known: Kept = { seals, values, taken: mine };
  expect(check(log(), PACKS, known, none)).toEqual({ opened: 4, mine, fault: null });
  const other = { ...known, values: { ...values, [mine[1]!]: 'ff'.repeat(32) } };
  expect(check(log(), PACKS, other, none).fault).toMatchObject({ round: mine[1], why: expect.stringContaining('contributed') });
  expect(check(log(), PACKS, { ...other, taken: [] }, none).fault).toBeNull(); // it came too late, and nobody said otherwise
});

it('holds the server to the seals and the cards that it has shown', () => {
  const known: Kept = { seals: [...seals.slice(0, 4), 'ab'.repeat(32)], values: {}, taken: [] };
  expect(check(log(), PACKS, known, none).fault?.why).toContain('was shown before');
  const shown = (round: number) => (round === 3 ? ['street/circle', 'street/circle'] : []);
  expect(check(log(), PACKS, null, shown).fault).toMatchObject({ round: 3, why: expect.stringContaining('shown here') });
});

const TAMPERING: [string, (events: Event[]) => void][] = [
  ['seal', (events) => (one(events, 'seal').seal = '00'.repeat(32))],
  ['secret', (events) => (one(events, 'opening').secret = '00'.repeat(32))],
  ['contribution', (events) => (one(events, 'contribution').value = '00'.repeat(16))],
  ['key', (events) => (one(events, 'opening').key = '00'.repeat(32))],
  ['special', (events) => (one(events, 'special').symbol = 'star')],
  ['card', (events) => one(events, 'flip').cards.reverse() && (one(events, 'flip').cards[0] = 'street/none')],
  ['pencils', (events) => events[0]!.pencils[1].reverse()],
  ['objectives', (events) => events[0]!.objectives.reverse()],
  ['name', (events) => (events[0]!.game = 'another')],
  ['no opening', (events) => events.splice(events.indexOf(one(events, 'opening')), 1)],
  ['no contribution', (events) => events.splice(events.indexOf(one(events, 'contribution')), 1)],
  ['no seal', (events) => events.splice(events.indexOf(one(events, 'seal')), 1)],
];
const one = (events: Event[], kind: string): Event => events.filter(({ event }) => event === kind)[2]!;

it.each(TAMPERING)('does not let a changed %s pass', (_, change) => {
  const changed = log();
  change(changed);
  expect(check(changed, PACKS, null, none).fault).not.toBeNull();
});

const view = (more: Partial<View>): View =>
  ({ game: 'g', me: 0, phase: 'lobby', round: null, turned: [], seals, contribute: [0, 1, 2, 3, 4], ...more }) as View;

function sending(): { sent: Command[]; link: Link } {
  const sent: Command[] = [];
  return { sent, link: { send: (command: Command) => sent.push(command) } as unknown as Link };
}
const rounds = (command: Command): number[] => Object.keys((command as { contribute: object }).contribute).map(Number);

it('contributes once to what it is asked for, and the same in every tab', () => {
  const { sent, link } = sending();
  const page = { to: '' };
  keep(link, view({}), page);
  keep(link, view({}), page);
  keep(link, view({}), { to: '' });
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  const values = Object.values((sent[0] as { contribute: Record<string, string> }).contribute);
  expect(values).toHaveLength(5);
  expect(values.every((value) => /^[0-9a-f]{64}$/.test(value))).toBe(true);
  expect(kept('g')).toMatchObject({ seals, taken: [] });
  keep(link, view({ phase: 'playing', round: 1, contribute: [3] }), page);
  expect(kept('g')?.taken).toEqual([2, 4]); // what the server has, and was not dealt before
});

it('contributes to the later rounds where the first was dealt before it came', () => {
  const { sent, link } = sending();
  const page = { to: '' };
  keep(link, view({}), page);
  const dealt = view({ phase: 'playing', round: 1, contribute: [2, 3, 4] }); // all or nothing is taken, and 0 came too late
  keep(link, dealt, page);
  keep(link, dealt, page);
  expect(sent.map(rounds)).toEqual([[0, 1, 2, 3, 4], [2, 3, 4]]);
  keep(link, view({ phase: 'playing', round: 1, contribute: [] }), page);
  expect(kept('g')?.taken).toEqual([2, 3, 4]);
});

it('contributes again where somebody was removed and sits down once more', () => {
  const { sent, link } = sending();
  const page = { to: '' };
  keep(link, view({}), page);
  keep(link, view({ contribute: [] }), page);
  expect(kept('g')?.taken).toEqual([0, 1, 2, 3, 4]);
  keep(link, view({ me: null, contribute: [] }), page);
  expect(kept('g')?.taken).toEqual([]);
  keep(link, view({}), page);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

it('does not hold the server to what went with a seat that was left', () => {
  const values = Object.fromEntries([0, 1, 2, 3, 4].map((round) => [round, 'ff'.repeat(32)]));
  localStorage.setItem('terminus-seals-g', JSON.stringify({ seals, values, taken: [0, 1, 2, 3, 4] }));
  expect(check(log(), PACKS, expected(view({ me: 1 })), none).fault?.why).toContain('contributed');
  expect(check(log(), PACKS, expected(view({ me: null })), none).fault).toBeNull(); // who left the lobby watches, or replays
  const other = { ...kept('g')!, seals: seals.slice(1) };
  localStorage.setItem('terminus-seals-g', JSON.stringify(other));
  expect(check(log(), PACKS, expected(view({ me: null })), none).fault?.why).toContain('was shown before');
});

it('goes on without a browser that keeps anything', () => {
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  const given = contributions('full', seals);
  taken('full');
  expect(Object.keys(given)).toHaveLength(5);
  expect(kept('full')).toEqual({ seals, values: given, taken: [0, 1, 2, 3, 4] });
  expect(remembers('full')).toBe(false);
  full.mockRestore();
  expect(contributions('full', seals)).toEqual(given);
  expect(remembers('full')).toBe(true);
  localStorage.removeItem('terminus-seals-full');
});

it('remembers the seals that it saw first', () => {
  contributions('g', seals, [1]);
  contributions('g', ['other'], [2]);
  taken('g');
  expect(kept('g')).toMatchObject({ seals, taken: [1, 2] });
  expect(kept('unknown')).toBeNull();
});
