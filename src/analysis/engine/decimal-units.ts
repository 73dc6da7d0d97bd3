import { endOfNumber } from '@/lib/base/decimal-grammar';

/** The maximum number of digits of the engine's 128-bit decimals. */
export const MAX_DIGITS = 38;
/** The maximum number of digits of a decimal that the engine stores and computes in 64 bits. */
export const NARROW_DIGITS = 18;
/** The number of 32-bit words of a 128-bit number. The least significant word comes first. */
export const DECIMAL_WORDS = 4;

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const WORD = 2 ** 32;
/** A double holds any number of at most this many digits. */
const SAFE_DIGITS = 15;
/** The number of digits that are appended at once. A word times 10 to this power, plus the carry, is still exact in a double. */
const STEP_DIGITS = 6;

/**
 * Writes a JSON number without an exponent, from the bytes `start` to `end` (exclusive), into the four words at `offset`, as a 128-bit
 * number of units of 10^-`scale`. Returns false, with undefined words, if the text is not such a number or does not fit: more than `scale`
 * decimal places that are not zero, or more than 38 digits.
 */
export function writeUnits(
  bytes: Uint8Array,
  start: number,
  end: number,
  scale: number,
  words: Uint32Array,
  offset: number,
): boolean {
  if (endOfNumber(bytes, start, end) !== end) return false;
  const isNegative = bytes[start] === MINUS;
  let integerStart = isNegative ? start + 1 : start;
  let integerEnd = integerStart;
  while (integerEnd < end && bytes[integerEnd] !== POINT) integerEnd += 1;
  if (bytes[integerStart] === ZERO) integerStart = integerEnd;
  const fractionStart = Math.min(end, integerEnd + 1);
  const fractionEnd = Math.min(end, fractionStart + scale);
  for (let at = fractionEnd; at < end; at += 1) if (bytes[at] !== ZERO) return false;
  const missing = scale - (fractionEnd - fractionStart);
  const digits = integerEnd - integerStart + scale;
  if (digits > MAX_DIGITS) return false;
  if (digits <= SAFE_DIGITS) {
    let units = 0;
    for (let at = integerStart; at < integerEnd; at += 1) units = units * 10 + (bytes[at] ?? 0) - ZERO;
    for (let at = fractionStart; at < fractionEnd; at += 1) units = units * 10 + (bytes[at] ?? 0) - ZERO;
    units *= 10 ** missing;
    words[offset] = units;
    words[offset + 1] = units / WORD;
    words[offset + 2] = 0;
    words[offset + 3] = 0;
  } else {
    words.fill(0, offset, offset + DECIMAL_WORDS);
    let step = 0;
    let stepDigits = 0;
    for (let at = integerStart; at < fractionEnd; at += 1) {
      // Continues with the digits after the decimal point.
      if (at === integerEnd) at = fractionStart;
      if (at === fractionEnd) break;
      step = step * 10 + (bytes[at] ?? 0) - ZERO;
      stepDigits += 1;
      if (stepDigits < STEP_DIGITS) continue;
      append(words, offset, step, stepDigits);
      step = 0;
      stepDigits = 0;
    }
    append(words, offset, step, stepDigits);
    for (let left = missing; left > 0; left -= STEP_DIGITS)
      append(words, offset, 0, Math.min(left, STEP_DIGITS));
  }
  if (isNegative) negate(words, offset);
  return true;
}

/** The upper 32-bit word of 10^18. */
const NARROW_WORD = Math.floor(10 ** NARROW_DIGITS / WORD);

/** Whether the number in the four words at `offset` has at most 18 digits. Numbers close to 19 digits count as longer. */
export function areNarrowUnits(words: Uint32Array, offset: number): boolean {
  const sign = words[offset + DECIMAL_WORDS - 1] ?? 0;
  if ((sign !== 0 && sign !== WORD - 1) || words[offset + 2] !== sign) return false;
  const upper = words[offset + 1] ?? 0;
  return (sign === 0 ? upper : WORD - 1 - upper) < NARROW_WORD;
}

/** Multiplies the number at `offset` by 10^`digits` and adds `step`. */
function append(words: Uint32Array, offset: number, step: number, digits: number): void {
  const factor = 10 ** digits;
  let carried = step;
  for (let index = offset; index < offset + DECIMAL_WORDS; index += 1) {
    const product = (words[index] ?? 0) * factor + carried;
    words[index] = product;
    carried = Math.floor(product / WORD);
  }
}

function negate(words: Uint32Array, offset: number): void {
  let carried = 1;
  for (let index = offset; index < offset + DECIMAL_WORDS; index += 1) {
    const sum = (~(words[index] ?? 0) >>> 0) + carried;
    words[index] = sum;
    carried = sum >= WORD ? 1 : 0;
  }
}
