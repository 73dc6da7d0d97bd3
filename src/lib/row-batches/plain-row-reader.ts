import { endOfNumber } from '../base/decimal-grammar';
import { FALSE_CELL, NULL_CELL, PLAIN_CELL, TRUE_CELL, type RowBatchBuilder } from './row-batch';
import { endOfUtf8Sequence } from './utf8';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const SPACE = 0x20;
const COMMA = 0x2c;
const OBJECT_END = 0x7d;
const FIRST_BEYOND_ASCII = 0x80;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;
const LETTER_F = 0x66;

const encoder = new TextEncoder();
const NULL = encoder.encode('null');
const TRUE = encoder.encode('true');
const FALSE = encoder.encode('false');

/** The number of control characters that must follow the bytes, so that no scan runs beyond their end. */
export const SENTINEL_BYTES = 2;

/** Creates a reader of objects with exactly the members `names` and without white space. It returns the end, or -1 for other text. */
export function createPlainRowReader(
  names: readonly string[],
  columns: readonly string[],
): (bytes: Uint8Array<ArrayBuffer>, start: number, out: RowBatchBuilder) => number {
  const members = names.map((name, index) => ({
    /** The text between the previous value and this member's value. */
    lead: encoder.encode(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    /** The index of the member's column in a row. -1 if the column was not requested. */
    column: columns.indexOf(name),
  }));

  return (bytes, start, out) => {
    const firstCell = out.beginRow();
    const { kinds, starts, ends } = out;
    let at = start;
    for (const { lead, column } of members) {
      if (!startsWith(bytes, at, lead)) return -1;
      at += lead.length;
      const cellIndex = firstCell + column;
      const first = bytes[at] ?? 0;
      if (first === QUOTE) {
        const end = endOfText(bytes, at + 1);
        if (end > 0) {
          if (column !== -1) {
            kinds[cellIndex] = PLAIN_CELL;
            starts[cellIndex] = at + 1;
            ends[cellIndex] = end - 1;
          }
          at = end;
        } else {
          const escapedEnd = endOfEscapedText(bytes, at + 1);
          const text = escapedEnd === -1 ? undefined : unescaped(bytes.subarray(at, escapedEnd));
          if (text === undefined) return -1;
          if (column !== -1) out.put(cellIndex, text);
          at = escapedEnd;
        }
      } else if (first === MINUS || (first >= ZERO && first <= NINE)) {
        const end = endOfPlainNumber(bytes, at);
        if (end === -1) return -1;
        if (column !== -1) {
          kinds[cellIndex] = PLAIN_CELL;
          starts[cellIndex] = at;
          ends[cellIndex] = end;
        }
        at = end;
      } else {
        const [word, kind] = wordWith(first);
        if (word === null || !startsWith(bytes, at, word)) return -1;
        if (column !== -1) kinds[cellIndex] = kind;
        at += word.length;
      }
    }
    return bytes[at] === OBJECT_END ? at + 1 : -1;
  };
}

const NULL_WORD = [NULL, NULL_CELL] as const;
const TRUE_WORD = [TRUE, TRUE_CELL] as const;
const FALSE_WORD = [FALSE, FALSE_CELL] as const;
const NO_WORD = [null, NULL_CELL] as const;

function wordWith(first: number): readonly [Uint8Array | null, number] {
  switch (first) {
    case LETTER_N:
      return NULL_WORD;
    case LETTER_T:
      return TRUE_WORD;
    case LETTER_F:
      return FALSE_WORD;
    default:
      return NO_WORD;
  }
}

function startsWith(bytes: Uint8Array, start: number, expected: Uint8Array): boolean {
  const { length } = expected;
  let index = 0;
  // Member names are half of a response. Four comparisons with one branch are faster than four branches.
  for (; index + 4 <= length; index += 4) {
    const at = start + index;
    const differences =
      differenceAt(bytes, at, expected, index) |
      differenceAt(bytes, at + 1, expected, index + 1) |
      differenceAt(bytes, at + 2, expected, index + 2) |
      differenceAt(bytes, at + 3, expected, index + 3);
    if (differences !== 0) return false;
  }
  for (; index < length; index += 1)
    if (differenceAt(bytes, start + index, expected, index) !== 0) return false;
  return true;
}

function differenceAt(bytes: Uint8Array, at: number, expected: Uint8Array, index: number): number {
  return (bytes[at] ?? 0) ^ (expected[index] ?? 0);
}

/** 1 for each byte that is a whole character and needs no escape in a JSON string. */
const PLAIN_BYTES = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= SPACE && byte < FIRST_BEYOND_ASCII && byte !== QUOTE && byte !== BACKSLASH),
);

/** Returns the position after the closing quote. Returns -1 at an escape or an invalid character. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let at = start; ;) {
    while (PLAIN_BYTES[bytes[at] ?? 0] === 1) at += 1;
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return at + 1;
    if (byte < FIRST_BEYOND_ASCII) return -1;
    at = endOfUtf8Sequence(bytes, at);
    if (at === -1) return -1;
  }
}

/** Returns the position after the closing quote. Returns -1 if the text has no closing quote. */
function endOfEscapedText(bytes: Uint8Array, start: number): number {
  for (let at = start; ; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return at + 1;
    if (byte < SPACE) return -1;
    if (byte === BACKSLASH) at += 1;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns the text that a quoted JSON string represents. Returns undefined if it has an invalid escape. */
function unescaped(quoted: Uint8Array): string | undefined {
  try {
    return String(JSON.parse(decoder.decode(quoted)));
  } catch {
    return undefined;
  }
}

/** Returns the position after the number. Returns -1 unless a comma or the end of the object follows. */
function endOfPlainNumber(bytes: Uint8Array, start: number): number {
  const end = endOfNumber(bytes, start, bytes.length);
  const next = bytes[end];
  return next === COMMA || next === OBJECT_END ? end : -1;
}
