/** The maximum number of bits in a digit. With it, the counters of all digits fit into a processor's cache. */
const MAX_DIGIT_BITS = 12;
/** Fewer rows than this are sorted by comparison, which is then faster than counting digits. */
const SMALL = 4_096;

/** Stably sorts `rows[i]` by `keys[i]`, which is at most `largestKey`. Returns the sorted rows. May overwrite both arrays. */
export function sortedByKeys(rows: Uint32Array, keys: Uint32Array, largestKey: number): Uint32Array {
  if (areAscending(keys)) return rows;
  if (rows.length < SMALL) {
    const order = Uint32Array.from(rows.keys()).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
    return order.map((index) => rows[index] ?? 0);
  }
  const bits = 32 - Math.clz32(largestKey);
  const passes = Math.ceil(bits / MAX_DIGIT_BITS);
  const digitBits = Math.ceil(bits / passes);
  let from: KeyedRows = { rows, keys };
  let to: KeyedRows = { rows: new Uint32Array(rows.length), keys: new Uint32Array(rows.length) };
  for (let pass = 0; pass < passes; pass++) {
    scatterByDigit(from, to, pass * digitBits, 1 << digitBits);
    [from, to] = [to, from];
  }
  return from.rows;
}

function areAscending(keys: Uint32Array): boolean {
  let last = 0;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? 0;
    if (key < last) return false;
    last = key;
  }
  return true;
}

interface KeyedRows {
  readonly rows: Uint32Array;
  readonly keys: Uint32Array;
}

function scatterByDigit(from: KeyedRows, to: KeyedRows, shift: number, digits: number): void {
  const mask = digits - 1;
  const next = new Uint32Array(digits);
  const { rows, keys } = from;
  for (let index = 0; index < keys.length; index++) {
    const digit = ((keys[index] ?? 0) >>> shift) & mask;
    next[digit] = (next[digit] ?? 0) + 1;
  }
  let sum = 0;
  for (let digit = 0; digit < digits; digit++) {
    const size = next[digit] ?? 0;
    next[digit] = sum;
    sum += size;
  }
  const { rows: sortedRows, keys: sortedKeys } = to;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? 0;
    const digit = (key >>> shift) & mask;
    const place = next[digit] ?? 0;
    sortedRows[place] = rows[index] ?? 0;
    sortedKeys[place] = key;
    next[digit] = place + 1;
  }
}
