import * as fc from 'fast-check';

const FIRST_HALF = 0xd800;
const HALF_COUNT = 0x800;
const LAST = 0x10ffff;

/**
 * Any code point except surrogates, as the `unit` of `fc.string`. Fast-check's own `binary` has the same code points, but builds a table of a
 * million strings, which takes two seconds in each thread.
 */
export const anyChar = fc.nat(LAST - HALF_COUNT).map(
  (index) => String.fromCodePoint(index < FIRST_HALF ? index : index + HALF_COUNT),
  (char) => {
    const code = typeof char === 'string' ? char.codePointAt(0) : undefined;
    const isHalf = code !== undefined && code >= FIRST_HALF && code < FIRST_HALF + HALF_COUNT;
    if (code === undefined || isHalf || String.fromCodePoint(code) !== char)
      throw new Error('Not one of these.');
    return code < FIRST_HALF ? code : code - HALF_COUNT;
  },
);
