/** A 95-bit hash that replaces a key. Two keys have the same hash with a probability of 10^-15 in ten million keys, 10^-11 in a billion. */
export type KeyHash = Uint32Array<ArrayBuffer>;

export const HASH_WORDS = 3;

/** A table that stores a number for each key, in 16 bytes per slot. */
export interface KeyTable {
  /** Adds the hash at offset `at` with a 32-bit number. If the table has the hash already, keeps and returns its number; else null. */
  readonly put: (hash: KeyHash, value: number, at?: number) => number | null;
}

export interface KeySet {
  /** Adds the hash at offset `at`. Returns false if the set already has the hash. */
  readonly add: (hash: KeyHash, at?: number) => boolean;
}

const LEAST_SLOTS = 1 << 12;
const MAX_LOAD = 0.6;
const SLOT_WORDS = HASH_WORDS + 1;

/** Creates a set. With an `expectedSize`, the set need not grow. Growing would need memory for the old and the new table. */
export function createKeySet(expectedSize = 0): KeySet {
  const table = createKeyTable(expectedSize);
  return { add: (hash, at) => table.put(hash, 0, at) === null };
}

/** Creates a table. With an `expectedSize`, the table need not grow. Growing would need memory for the old and the new table. */
export function createKeyTable(expectedSize = 0): KeyTable {
  let slots = slotsFor(expectedSize);
  let table = new Uint32Array(slots * SLOT_WORDS);
  let size = 0;

  function insert(a: number, b: number, c: number, value: number): number | null {
    const mask = slots - 1;
    for (let slot = (a ^ (b >>> 7)) & mask; ; slot = (slot + 1) & mask) {
      const at = slot * SLOT_WORDS;
      if (table[at] === 0 && table[at + 1] === 0 && table[at + 2] === 0) {
        table[at] = a;
        table[at + 1] = b;
        table[at + 2] = c;
        table[at + 3] = value;
        return null;
      }
      if (table[at] === a && table[at + 1] === b && table[at + 2] === c) return table[at + 3] ?? 0;
    }
  }

  function grow(): void {
    const old = table;
    slots *= 2;
    table = new Uint32Array(slots * SLOT_WORDS);
    for (let at = 0; at < old.length; at += SLOT_WORDS) {
      const [a = 0, b = 0, c = 0, value = 0] = old.subarray(at, at + SLOT_WORDS);
      if (a !== 0 || b !== 0 || c !== 0) insert(a, b, c, value);
    }
  }

  return {
    put: (hash, value, at = 0) => {
      if (size > slots * MAX_LOAD) grow();
      const earlier = insert(hash[at] ?? 0, hash[at + 1] ?? 0, hash[at + 2] ?? 0, value);
      if (earlier === null) size += 1;
      return earlier;
    },
  };
}

function slotsFor(size: number): number {
  let slots = LEAST_SLOTS;
  while (size > slots * MAX_LOAD) slots *= 2;
  return slots;
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
  // The hash must not be all zero, because zeros mark a free slot.
  hash[2] = finished(c) | 1;
}

/** The finalizer of MurmurHash3. */
function finished(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
