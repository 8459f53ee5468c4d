// The recipe of docs/fairness.md: what a seal is, and which order follows from a secret and the contributions.

import { hex, hmac, sha256, unhex, utf8 } from './sha256';

export const sealOf = (game: string, round: number, secret: string): string =>
  hex(sha256(utf8(`terminus seal\n${game}\n${round}\n${secret}`)));

export type Order = (label: string, things: readonly string[]) => string[];

/** What all orders of a round follow from; contributions in the order of the seats. */
export function keyOf(game: string, round: number, secret: string, given: { seat: number; value: string }[]): Uint8Array {
  const lines = given.map(({ seat, value }) => `${seat} ${value}\n`).join('');
  return hmac(unhex(secret), `terminus shuffle\n${game}\n${round}\n${lines}`);
}

export function shuffle(key: Uint8Array): Order {
  return (label, things) => {
    const next = numbers(key, label);
    const order = [...things].sort((a, b) => (a < b ? -1 : 1));
    for (let last = order.length - 1; last > 0; last--) {
      const other = next(last + 1);
      [order[last], order[other]] = [order[other]!, order[last]!];
    }
    return order;
  };
}

/** Numbers below a count, each as likely as the others: a byte that would favour some is passed over. */
function numbers(key: Uint8Array, label: string): (count: number) => number {
  let [block, left] = [0, [] as number[]];
  return (count) => {
    for (;;) {
      if (!left.length) left = [...hmac(key, `${label}\n${block++}`)];
      const byte = left.shift()!;
      if (byte < 256 - (256 % count)) return byte % count;
    }
  };
}
