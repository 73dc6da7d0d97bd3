import { parseJson } from '../http/parse-json';
import type { BodyPieces } from '../http/read-pieces';
import { afterSpace, endOfValue, memberValue } from './json-scan';
import { createPlainRowReader, SENTINEL_BYTES } from './plain-row-reader';
import { RowBatchBuilder, type Cell, type RowBatch } from './row-batch';

/** The rows within an answer, to be gone through once. */
export interface JsonRows {
  /** Throws SyntaxError for what is no JSON, and whatever `rowOf` throws. */
  readonly batches: () => Generator<RowBatch, void>;
  /** After all batches: the text around the rows, with `[{}]` in their place. */
  readonly rest: () => string;
}

/** Where the rows begin later than this the answer is none of those that this is for. */
const HEAD_BYTES = 1 << 16;
/** Large enough to lose no time between two; small enough for what is near the processor. */
const USUAL_WINDOW_BYTES = 1 << 16;

const ROWS_END = 0x5d;
const COMMA = 0x2c;

/**
 * Reads the rows of an answer in small batches. As a whole, an answer of megabytes would cost many times its size in
 * memory. `path`: names of members from outside to the array; `rowOf`: reads a row that is not written plainly, its
 * cells in the order of `columns`.
 */
export function createJsonRowsReader(
  path: readonly string[],
  columns: readonly string[],
  rowOf: (json: unknown) => readonly Cell[],
  windowBytes: number = USUAL_WINDOW_BYTES,
): (body: BodyPieces) => JsonRows | null {
  const window = new ByteWindow(windowBytes);
  const builder = new RowBatchBuilder(columns.length);
  // Rows are alike within an answer, and from one answer to the next.
  let readPlain: ReturnType<typeof createPlainRowReader> | null = null;

  /** Null where the array does not begin near the start; such an answer has to be read as a whole. */
  return (body) => {
    window.open(body);
    let rowsStart: number | null = null;
    while (rowsStart === null) {
      if (window.end > HEAD_BYTES || !window.advance(0)) return null;
      rowsStart = arrayStart(window.text(), path);
    }
    const head = window.bytes.slice(0, rowsStart);
    let tail = new Uint8Array(0);
    return { batches: () => batches(rowsStart + 1), rest: () => `${decoded(head)}[{}]${decoded(tail)}` };

    /** Leaves in `tail` what follows the array. */
    function* batches(firstRow: number): Generator<RowBatch, void> {
      let isEmpty = true;
      for (let at = firstRow; ;) {
        at = afterSpaceBytes(window.bytes, at);
        if (isEmpty && window.bytes[at] === ROWS_END) return takeRest(at + 1);
        let isLast = false;
        while (!isLast) {
          const rowEnd = readRow(at);
          if (rowEnd === -1) break;
          const end = afterSpaceBytes(window.bytes, rowEnd);
          // What ends a row may be in what comes next.
          if (end === window.end) break;
          isLast = window.bytes[end] === ROWS_END;
          if (!isLast && window.bytes[end] !== COMMA) throw new SyntaxError('The text is not valid JSON.');
          builder.endRow();
          isEmpty = false;
          at = afterSpaceBytes(window.bytes, end + 1);
        }
        if (builder.rowCount > 0) yield builder.take(window.bytes);
        if (isLast) return takeRest(at);
        if (!window.advance(at)) throw new SyntaxError('The text is not valid JSON.');
        at = 0;
      }
    }

    function takeRest(start: number): void {
      tail = window.rest(start);
    }
  };

  /** The place after a row, its cells written; -1 where its end is not there yet. */
  function readRow(start: number): number {
    const plainEnd = readPlain?.(window.bytes, start, builder) ?? -1;
    if (plainEnd !== -1) return plainEnd;
    const end = endOfValue(window.text(), start);
    if (end === -1) return -1;
    const json = parseJson(decoded(window.bytes.subarray(start, end)));
    learnFrom(json);
    const place = builder.beginRow();
    for (const [index, cell] of rowOf(json).entries()) builder.put(place + index, cell);
    return end;
  }

  function learnFrom(json: unknown): void {
    if (typeof json !== 'object' || json === null) return;
    const names = Object.keys(json);
    if (columns.every((column) => names.includes(column))) readPlain = createPlainRowReader(names, columns);
  }
}

/** A character per byte: places in the text are places in the bytes. For finding the way, not for reading. */
const byteDecoder = new TextDecoder('latin1');

/** The part of a body that is being read, in memory that is used again for the next part and the next body. */
class ByteWindow {
  /** Sentinels follow what is there. */
  bytes = new Uint8Array(0);
  /** Of what is there. */
  end = 0;
  readonly #stepBytes: number;
  #pieces: BodyPieces = [];
  #piece = 0;
  #placeInPiece = 0;
  #text: string | null = null;

  constructor(stepBytes: number) {
    this.#stepBytes = stepBytes;
  }

  open(body: BodyPieces): void {
    this.#pieces = body;
    this.#piece = 0;
    this.#placeInPiece = 0;
    this.end = 0;
    this.#text = null;
  }

  /** Moves on: lets go of all before `start`, and adds what comes next. False: nothing is left to come. */
  advance(start: number): boolean {
    const kept = this.end - start;
    this.#reserve(kept + this.#stepBytes);
    this.bytes.copyWithin(0, start, this.end);
    this.end = kept;
    const goal = kept + this.#stepBytes;
    while (this.end < goal) {
      const piece = this.#pieces[this.#piece];
      if (piece === undefined) break;
      const part = piece.subarray(this.#placeInPiece, this.#placeInPiece + goal - this.end);
      this.bytes.set(part, this.end);
      this.end += part.length;
      this.#placeInPiece += part.length;
      if (this.#placeInPiece === piece.length) {
        this.#piece += 1;
        this.#placeInPiece = 0;
      }
    }
    this.bytes.fill(0, this.end, this.end + SENTINEL_BYTES);
    this.#text = null;
    return this.end > kept;
  }

  text(): string {
    this.#text ??= byteDecoder.decode(this.bytes.subarray(0, this.end));
    return this.#text;
  }

  /** All that comes after `start`, to the end of the body. */
  rest(start: number): Uint8Array<ArrayBuffer> {
    let hasMore = this.advance(start);
    while (hasMore) hasMore = this.advance(0);
    return this.bytes.slice(0, this.end);
  }

  #reserve(length: number): void {
    if (length + SENTINEL_BYTES <= this.bytes.length) return;
    const larger = new Uint8Array(length * 2 + SENTINEL_BYTES);
    larger.set(this.bytes.subarray(0, this.end));
    this.bytes = larger;
  }
}

/** The place of the first byte at or after `start` that is no white space. */
function afterSpaceBytes(bytes: Uint8Array, start: number): number {
  for (let at = start; ; at += 1) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
  }
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function arrayStart(text: string, path: readonly string[]): number | null {
  let at = afterSpace(text, 0);
  for (const name of path) {
    const value = memberValue(text, at, name);
    if (value === null) return null;
    at = value;
  }
  return text[at] === '[' ? at : null;
}
