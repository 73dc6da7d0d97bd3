const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;
const DIGIT_MASK = DIGITS - 1;
/** Below this many rows, clearing the digit counts would take longer than sorting by comparison. */
const SMALL = 4_096;

/**
 * Sorts `order` by `keys[order[i]]`, keeping equal ones as they were. Returns the sorted order: `order` itself or
 * `spare`, which has the same length and is overwritten.
 */
export function sortByKeys(order: Uint32Array, keys: Uint32Array, spare: Uint32Array): Uint32Array {
  if (order.length < SMALL) {
    return order.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
  }
  let from = order;
  let to = spare;
  for (const shift of [0, DIGIT_BITS]) {
    if (scatterByDigit(from, to, keys, shift)) [from, to] = [to, from];
  }
  return from;
}

/** One stable pass over a digit; false where all rows share it and nothing needs to move. */
function scatterByDigit(from: Uint32Array, to: Uint32Array, keys: Uint32Array, shift: number): boolean {
  const next = new Uint32Array(DIGITS);
  for (const row of from) {
    const digit = ((keys[row] ?? 0) >>> shift) & DIGIT_MASK;
    next[digit] = (next[digit] ?? 0) + 1;
  }
  let sum = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const size = next[digit] ?? 0;
    if (size === from.length) return false;
    next[digit] = sum;
    sum += size;
  }
  for (const row of from) {
    const digit = ((keys[row] ?? 0) >>> shift) & DIGIT_MASK;
    const place = next[digit] ?? 0;
    to[place] = row;
    next[digit] = place + 1;
  }
  return true;
}
