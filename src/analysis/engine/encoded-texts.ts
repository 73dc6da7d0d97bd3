import { NULL_CELL, PLAIN_CELL, type RowBatch } from '@/lib/row-batches/row-batch';

/** A column's texts for some rows, in buffers that are transferred between workers. */
export interface TextColumn {
  /** For each row, `PLAIN_CELL`, or `NULL_CELL` if the row has no value. */
  readonly kinds: Uint8Array<ArrayBuffer>;
  /** For each row, the position after the last byte of its text. */
  readonly ends: Int32Array<ArrayBuffer>;
  /** All texts in UTF-8, one after the other. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface EncodedTexts extends TextColumn {
  /** The number of texts with half a character (an unpaired surrogate), which is replaced by its code. */
  readonly halfCount: number;
}

const encoder = new TextEncoder();
/** The maximum number of UTF-8 bytes for a UTF-16 code unit. */
const MAX_UNIT_BYTES = 3;

/** Encodes the texts of a column. Null is a missing value. */
export function encodeTexts(texts: readonly (string | null)[]): EncodedTexts {
  const kinds = new Uint8Array(texts.length);
  const ends = new Int32Array(texts.length);
  for (let row = 0; row < texts.length; row += 1) kinds[row] = texts[row] === null ? NULL_CELL : PLAIN_CELL;
  const ascii = encodedAscii(texts, ends);
  if (ascii !== null) return { kinds, ends, bytes: ascii, halfCount: 0 };
  const isHalf = (text: string | null) => text !== null && hasHalfCharacter(text);
  const halfCount = texts.filter(isHalf).length;
  const whole = halfCount === 0 ? texts : texts.map((text) => (text === null ? null : withCodes(text)));
  return { kinds, ends, bytes: encodedEach(whole, ends), halfCount };
}

/** Encodes ASCII texts all at once, which is much faster. Returns null if there are other characters, whose lengths differ. */
function encodedAscii(
  texts: readonly (string | null)[],
  ends: Int32Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> | null {
  const all = texts.join('');
  const bytes = new Uint8Array(all.length);
  if (encoder.encodeInto(all, bytes).read !== all.length) return null;
  let end = 0;
  for (let row = 0; row < texts.length; row += 1) {
    end += texts[row]?.length ?? 0;
    ends[row] = end;
  }
  return bytes;
}

function encodedEach(
  texts: readonly (string | null)[],
  ends: Int32Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const length = texts.reduce((total, text) => total + (text?.length ?? 0), 0);
  const bytes = new Uint8Array(length * MAX_UNIT_BYTES);
  let end = 0;
  for (let row = 0; row < texts.length; row += 1) {
    const text = texts[row];
    if (text != null && text !== '') end += encoder.encodeInto(text, bytes.subarray(end)).written;
    ends[row] = end;
  }
  return bytes.slice(0, end);
}

/** Returns the texts as a batch of rows with one column. */
export function batchOfTexts({ kinds, ends, bytes }: TextColumn): RowBatch {
  const starts = new Int32Array(ends.length);
  starts.set(ends.subarray(0, -1), 1);
  return { rowCount: ends.length, columnCount: 1, kinds, starts, ends, bytes, texts: [] };
}

/** Matches half a character: a surrogate without its counterpart, which UTF-8 cannot express. */
const HALF_CHARACTER = /\p{Surrogate}/u;
const HALF_CHARACTERS = /\p{Surrogate}/gu;

/** Whether a text contains half a character, which the engine cannot store. */
export function hasHalfCharacter(text: string): boolean {
  return HALF_CHARACTER.test(text);
}

/** Returns the text with codes such as `‹U+D83D›` instead of halves of characters, so that different texts stay different. */
export function withCodes(text: string): string {
  return text.replaceAll(HALF_CHARACTERS, (half) => `‹U+${half.charCodeAt(0).toString(16).toUpperCase()}›`);
}
