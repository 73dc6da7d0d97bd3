/** Hashes a row id and a salt to an unsigned 32-bit number. It is the only source of randomness in the data. */
export function hash(id: number, salt: number): number {
  let mixed = Math.imul(id | 0, 0x9e3779b1) ^ Math.imul((salt + 0x7f4a7c15) | 0, 0x85ebca6b);
  mixed ^= mixed >>> 16;
  mixed = Math.imul(mixed, 0x7feb352d);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x846ca68b);
  mixed ^= mixed >>> 16;
  return mixed >>> 0;
}

/** Returns a pseudorandom number from 0 (inclusive) to `bound` (exclusive). */
export function pick(id: number, salt: number, bound: number): number {
  return hash(id, salt) % bound;
}

/** Whether the row is one of those that are chosen pseudorandomly, about one in `n`. */
export function isOneIn(id: number, salt: number, n: number): boolean {
  return hash(id, salt) % n === 0;
}

/** Returns a remainder that is never negative. Ids can be negative, because rows are inserted before the first one. */
export function modulo(id: number, divisor: number): number {
  const rest = id % divisor;
  return rest < 0 ? rest + divisor : rest;
}
