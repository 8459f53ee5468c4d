// SHA-256 and HMAC of our own: on a plain http address in the local network browsers offer no `crypto.subtle`.

const PRIMES = [...Array(312).keys()].filter((n) => n > 1 && ![2, 3, 5, 7, 11, 13, 17].some((p) => n > p && n % p === 0));
const fraction = (root: number): number => (root % 1) * 2 ** 32 | 0;
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const BLOCK = 64; // bytes

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The state after one more block of 64 bytes. */
function mixed(state: readonly number[], words: number[]): number[] {
  for (let n = 16; n < BLOCK; n++) {
    const [x, y] = [words[n - 15]!, words[n - 2]!];
    const near = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const far = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    words[n] = (words[n - 16]! + near + words[n - 7]! + far) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < BLOCK; n++) {
    const high = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[n]! + words[n]!;
    const low = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + high) | 0, c, b, a, (high + low) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, n) => (word + state[n]!) | 0);
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK));
  bytes.forEach((byte, n) => padded.setUint8(n, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 4, bytes.length * 8);
  let state = START;
  for (let at = 0; at < padded.byteLength; at += BLOCK)
    state = mixed(state, Array.from({ length: 16 }, (_, n) => padded.getInt32(at + n * 4)));
  const found = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => found.setInt32(n * 4, word));
  return new Uint8Array(found.buffer);
}

export function hmac(key: Uint8Array, text: string): Uint8Array {
  const short = key.length > BLOCK ? sha256(key) : key;
  const under = (mask: number): number[] => Array.from({ length: BLOCK }, (_, n) => (short[n] ?? 0) ^ mask);
  const inner = sha256(Uint8Array.from([...under(0x36), ...utf8(text)]));
  return sha256(Uint8Array.from([...under(0x5c), ...inner]));
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
export const unhex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
