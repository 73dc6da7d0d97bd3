/** Remembers which keys have been seen; 12 bytes a place instead of the text itself. */
export interface KeySet {
  /** False where the key was there already. */
  readonly add: (key: Uint8Array) => boolean;
}

const LEAST_PLACES = 1 << 12;
const MAX_LOAD = 0.6;

/**
 * A set of keys by 95 bits of hash. Two different keys that are taken for one: among ten million, with a chance of
 * 1 to 10^15. `expectedSize` spares it from growing, when the old and the new table are there at once.
 */
export function createKeySet(expectedSize = 0): KeySet {
  let places = placesFor(expectedSize);
  let table = new Uint32Array(places * 3);
  let size = 0;

  function insert(a: number, b: number, c: number): boolean {
    const mask = places - 1;
    for (let place = (a ^ (b >>> 7)) & mask; ; place = (place + 1) & mask) {
      const at = place * 3;
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
    table = new Uint32Array(places * 3);
    for (let at = 0; at < old.length; at += 3) {
      const [a = 0, b = 0, c = 0] = old.subarray(at, at + 3);
      if (a !== 0 || b !== 0 || c !== 0) insert(a, b, c);
    }
  }

  return {
    add: (key) => {
      if (size > places * MAX_LOAD) grow();
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
      // All zero marks a free place.
      const isNew = insert(finished(a), finished(b), (finished(c) | 1) >>> 0);
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

/** Spreads the last characters' influence over all bits, as MurmurHash3 ends. */
function finished(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
