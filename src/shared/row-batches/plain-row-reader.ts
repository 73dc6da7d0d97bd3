import { FALSE_CELL, NULL_CELL, PLAIN_CELL, TRUE_CELL, type RowBatchBuilder } from './row-batch';
import { endOfUtf8Sequence } from './utf8';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const POINT = 0x2e;
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

/** As many control characters have to follow the text, so that no reading runs on into what is behind it. */
export const SENTINEL_BYTES = 2;

/**
 * Reads objects whose members are exactly `names`, in that order, without white space: what a service writes row after
 * row. Takes where a row begins in UTF-8; writes the cells of the builder's row, which are those of `columns`, and gives
 * the place after the row. -1 for anything else, be it valid or not.
 */
export function createPlainRowReader(
  names: readonly string[],
  columns: readonly string[],
): (bytes: Uint8Array<ArrayBuffer>, start: number, out: RowBatchBuilder) => number {
  const members = names.map((name, index) => ({
    /** All from the end of the value before it to its own. */
    lead: encoder.encode(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    /** Of the column in a row; -1 for a member that nobody asked for. */
    column: columns.indexOf(name),
  }));

  return (bytes, start, out) => {
    const rowPlace = out.beginRow();
    const { kinds, starts, ends } = out;
    let at = start;
    for (const { lead, column } of members) {
      if (!startsWith(bytes, at, lead)) return -1;
      at += lead.length;
      const place = rowPlace + column;
      const first = bytes[at] ?? 0;
      if (first === QUOTE) {
        const end = endOfText(bytes, at + 1);
        if (end > 0) {
          if (column !== -1) {
            kinds[place] = PLAIN_CELL;
            starts[place] = at + 1;
            ends[place] = end - 1;
          }
          at = end;
        } else {
          const escapedEnd = endOfEscapedText(bytes, at + 1);
          const text = escapedEnd === -1 ? undefined : unescaped(bytes.subarray(at, escapedEnd));
          if (text === undefined) return -1;
          if (column !== -1) out.put(place, text);
          at = escapedEnd;
        }
      } else if (first === MINUS || isDigit(first)) {
        const end = endOfNumber(bytes, at);
        if (end === -1) return -1;
        if (column !== -1) {
          kinds[place] = PLAIN_CELL;
          starts[place] = at;
          ends[place] = end;
        }
        at = end;
      } else {
        const [word, kind] = wordWith(first);
        if (word === null || !startsWith(bytes, at, word)) return -1;
        if (column !== -1) kinds[place] = kind;
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
  for (let index = 0; index < expected.length; index += 1) {
    if (bytes[start + index] !== expected[index]) return false;
  }
  return true;
}

/** The place after the closing quote; -1 where an escape comes before it, or what no string may hold. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let at = start; ;) {
    const byte = bytes[at] ?? 0;
    if (byte >= FIRST_BEYOND_ASCII) {
      at = endOfUtf8Sequence(bytes, at);
      if (at === -1) return -1;
    } else {
      if (byte === QUOTE) return at + 1;
      if (byte < SPACE || byte === BACKSLASH) return -1;
      at += 1;
    }
  }
}

/** The place after the closing quote; -1 where none comes. */
function endOfEscapedText(bytes: Uint8Array, start: number): number {
  for (let at = start; ; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return at + 1;
    if (byte < SPACE) return -1;
    if (byte === BACKSLASH) at += 1;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Undefined for a text with a wrong escape. */
function unescaped(quoted: Uint8Array): string | undefined {
  try {
    return String(JSON.parse(decoder.decode(quoted)));
  } catch {
    return undefined;
  }
}

/** An optional minus, digits without a leading zero, perhaps a point and digits. */
function endOfNumber(bytes: Uint8Array, start: number): number {
  let at = bytes[start] === MINUS ? start + 1 : start;
  const integerStart = at;
  while (isDigit(bytes[at] ?? 0)) at += 1;
  if (at === integerStart || (bytes[integerStart] === ZERO && at > integerStart + 1)) return -1;
  if (bytes[at] === POINT) {
    const fractionStart = at + 1;
    at = fractionStart;
    while (isDigit(bytes[at] ?? 0)) at += 1;
    if (at === fractionStart) return -1;
  }
  const next = bytes[at];
  return next === COMMA || next === OBJECT_END ? at : -1;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}
