/** 95 bits of hash of a key, in place of the key itself. Two different keys are taken for one, among ten million, with a
 * chance of 1 to 10^15; among a billion, of 1 to 10^11. */
export type KeyHash = Uint32Array<ArrayBuffer>;

/** Of a hash. */
export const HASH_WORDS = 3;

/** Remembers which keys have been seen; 12 bytes a place instead of the text itself. */
export interface KeySet {
  /** Takes the hash whose words begin at `at`. False where it was there already. */
  readonly add: (hash: KeyHash, at?: number) => boolean;
}

const LEAST_PLACES = 1 << 12;
const MAX_LOAD = 0.6;

/** A set of hashes. `expectedSize` spares it from growing, when the old and the new table are there at once. */
export function createKeySet(expectedSize = 0): KeySet {
  let places = placesFor(expectedSize);
  let table = new Uint32Array(places * HASH_WORDS);
  let size = 0;

  function insert(a: number, b: number, c: number): boolean {
    const mask = places - 1;
    for (let place = (a ^ (b >>> 7)) & mask; ; place = (place + 1) & mask) {
      const at = place * HASH_WORDS;
      if (table[at] === 0 && table[at + 1] === 0 && table[at + 2] === 0) {
        table[at] = a;
        table[at + 1] = b;
        table[at + 2] = c;
        return true;
      }
      if (table[at] === a && table[at + 1] === b && table[at + 2] === c) return false;
    }
  }

  function grow(): void {
    const old = table;
    places *= 2;
    table = new Uint32Array(places * HASH_WORDS);
    for (let at = 0; at < old.length; at += HASH_WORDS) {
      const [a = 0, b = 0, c = 0] = old.subarray(at, at + HASH_WORDS);
      if (a !== 0 || b !== 0 || c !== 0) insert(a, b, c);
    }
  }

  return {
    add: (hash, at = 0) => {
      if (size > places * MAX_LOAD) grow();
      const isNew = insert(hash[at] ?? 0, hash[at + 1] ?? 0, hash[at + 2] ?? 0);
      if (isNew) size += 1;
      return isNew;
    },
  };
}

function placesFor(size: number): number {
  let places = LEAST_PLACES;
  while (size > places * MAX_LOAD) places *= 2;
  return places;
}

/** Writes the hash of a key to the first words of `hash`. */
export function hashKey(key: Uint8Array, hash: KeyHash): void {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  let c = 0x1b873593;
  for (let index = 0; index < key.length; index += 1) {
    const code = key[index] ?? 0;
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ (code + 0x7f4a), 0x5bd1e995);
    b ^= b >>> 13;
    c = Math.imul((c << 5) ^ (c >>> 27) ^ code, 0xcc9e2d51);
  }
  hash[0] = finished(a);
  hash[1] = finished(b);
  // All zero marks a free place of a set.
  hash[2] = finished(c) | 1;
}

/** Spreads the last characters' influence over all bits, as MurmurHash3 ends. */
function finished(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
