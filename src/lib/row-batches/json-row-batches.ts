import { arrayStart, endOfValue } from '../base/json-scan';
import { parseJson } from '../base/parse-json';
import type { BodyChunks } from '../base/body-chunks';
import { createPlainRowReader, SENTINEL_BYTES } from './plain-row-reader';
import { RowBatchBuilder, type Cell, type RowBatch } from './row-batch';

/** The rows of a response. They can be iterated only once. */
export interface JsonRows {
  /** Throws a SyntaxError for invalid JSON, and whatever `rowOf` throws. */
  readonly batches: () => Generator<RowBatch, void>;
  /** Returns the text around the rows, with `[{}]` in place of the rows. Call it after all batches have been read. */
  readonly rest: () => string;
}

/** The number of bytes within which the rows must begin. If they begin later, this reader does not support the response. */
const HEAD_BYTES = 1 << 16;
/** The window is large enough to amortize its overhead and small enough for the processor's cache. */
const USUAL_WINDOW_BYTES = 1 << 16;

const ROWS_END = 0x5d;
const COMMA = 0x2c;

/**
 * Creates a reader of a response's rows in small batches, because a whole response would take many times its size in memory. `path` lists
 * the members that lead to the array. `rowOf` reads a row in unusual notation and returns its cells in the order of `columns`.
 */
export function createJsonRowsReader(
  path: readonly string[],
  columns: readonly string[],
  rowOf: (json: unknown) => readonly Cell[],
  windowBytes: number = USUAL_WINDOW_BYTES,
): (body: BodyChunks) => JsonRows | null {
  const window = new ByteWindow(windowBytes);
  const builder = new RowBatchBuilder(columns.length);
  // Kept for the next row, because rows have the same notation within a response and from one response to the next.
  let readPlain: ReturnType<typeof createPlainRowReader> | null = null;

  /** Returns null if the array does not begin near the start. Such a response must be read as a whole. */
  return (body) => {
    window.open(body);
    let rowsStart: number | null = null;
    while (rowsStart === null) {
      if (window.end > HEAD_BYTES || !window.advance(0)) return null;
      rowsStart = arrayStart(window.textFrom(0).text, path);
    }
    const head = window.bytes.slice(0, rowsStart);
    let tail = new Uint8Array(0);
    return { batches: () => batches(rowsStart + 1), rest: () => `${decoded(head)}[{}]${decoded(tail)}` };

    /** Yields the batches, and then sets `tail` to the text after the array. */
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
          // The row may continue in the next chunk.
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

  /** Adds the cells of a row to the batch. Returns the position after the row, or -1 if the end of the row has not arrived yet. */
  function readRow(start: number): number {
    const plainEnd = readPlain?.(window.bytes, start, builder) ?? -1;
    if (plainEnd !== -1) return plainEnd;
    const { text, position } = window.textFrom(start);
    const textEnd = endOfValue(text, start - position);
    if (textEnd === -1) return -1;
    const end = position + textEnd;
    const json = parseJson(decoded(window.bytes.subarray(start, end)));
    learnFrom(json);
    const firstCell = builder.beginRow();
    for (const [index, cell] of rowOf(json).entries()) builder.put(firstCell + index, cell);
    return end;
  }

  function learnFrom(json: unknown): void {
    if (typeof json !== 'object' || json === null) return;
    const names = Object.keys(json);
    if (columns.every((column) => names.includes(column))) readPlain = createPlainRowReader(names, columns);
  }
}

/** Decodes each byte to one character, so that positions in text and bytes are equal. For scanning only, not for values. */
const byteDecoder = new TextDecoder('latin1');

/** A sliding window over a response body, in reused memory. */
class ByteWindow {
  /** The content of the window, followed by sentinel bytes. */
  bytes = new Uint8Array(0);
  end = 0;
  readonly #stepBytes: number;
  #chunks: BodyChunks = [];
  #chunk = 0;
  #offsetInChunk = 0;
  #text: { readonly text: string; readonly position: number } | null = null;

  constructor(stepBytes: number) {
    this.#stepBytes = stepBytes;
  }

  open(body: BodyChunks): void {
    this.#chunks = body;
    this.#chunk = 0;
    this.#offsetInChunk = 0;
    this.end = 0;
    this.#text = null;
  }

  /** Discards the bytes before `start` and reads more of the body. Returns false at the end of the body. */
  advance(start: number): boolean {
    const kept = this.end - start;
    this.#reserve(kept + this.#stepBytes);
    this.bytes.copyWithin(0, start, this.end);
    this.end = kept;
    const goal = kept + this.#stepBytes;
    while (this.end < goal) {
      const chunk = this.#chunks[this.#chunk];
      if (chunk === undefined) break;
      const part = chunk.subarray(this.#offsetInChunk, this.#offsetInChunk + goal - this.end);
      this.bytes.set(part, this.end);
      this.end += part.length;
      this.#offsetInChunk += part.length;
      if (this.#offsetInChunk === chunk.length) {
        this.#chunk += 1;
        this.#offsetInChunk = 0;
      }
    }
    this.bytes.fill(0, this.end, this.end + SENTINEL_BYTES);
    this.#text = null;
    return this.end > kept;
  }

  /** Returns the content from `position` on, which is at most `start`. Usually this is only the last row, which is cut off. */
  textFrom(start: number): { readonly text: string; readonly position: number } {
    if (this.#text === null || this.#text.position > start) {
      this.#text = { text: byteDecoder.decode(this.bytes.subarray(start, this.end)), position: start };
    }
    return this.#text;
  }

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

function afterSpaceBytes(bytes: Uint8Array, start: number): number {
  for (let at = start; ; at += 1) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
  }
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
