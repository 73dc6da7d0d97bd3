/*
 * What plain cells (../row-batches) hold, told from their bytes. All of it can be told from the text as well, and is
 * where these give -1; they spare nearly every cell of an export the making of a string.
 */

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * Of a canonical decimal (../formats/decimal.ts) from `start` to `end`, exclusive, the place after the last character
 * that carries the value: `12.50` ends after the 5, `7.00` after the 7. -1 for anything else.
 */
export function endOfDecimal(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === MINUS;
  const integerStart = isNegative ? start + 1 : start;
  let at = integerStart;
  while (at < end && isDigit(bytes[at] ?? 0)) at += 1;
  const integerEnd = at;
  if (at === integerStart || (bytes[integerStart] === ZERO && at > integerStart + 1)) return -1;
  let valueEnd = at;
  if (at < end) {
    if (bytes[at] !== POINT || at + 1 === end) return -1;
    for (at += 1; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (!isDigit(byte)) return -1;
      if (byte !== ZERO) valueEnd = at + 1;
    }
  }
  const isZero = valueEnd === integerEnd && bytes[integerStart] === ZERO;
  return isNegative && isZero ? -1 : valueEnd;
}

/**
 * Whether the text of a plain cell goes into a workbook as it is. May be wrong about a text that does, never about one
 * that does not (xlsx-text.ts).
 */
export function isPlainXml(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === SPACE || bytes[end - 1] === SPACE) return false;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === AMPERSAND || byte === LESS || byte === GREATER || byte === UNDERSCORE) return false;
    // A control character, also beyond ASCII, and what is no character at all.
    if (byte === DELETE || byte === FIRST_OF_CONTROLS || byte === FIRST_OF_NONCHARACTERS) return false;
  }
  return true;
}

const SPACE = 0x20;
const AMPERSAND = 0x26;
const LESS = 0x3c;
const GREATER = 0x3e;
const UNDERSCORE = 0x5f;
const DELETE = 0x7f;
/** First bytes of U+0080 to U+00BF, and of U+F000 to U+FFFF. */
const FIRST_OF_CONTROLS = 0xc2;
const FIRST_OF_NONCHARACTERS = 0xef;

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}
