import { arrayStart, endOfValue } from '../base/json-scan';
import { parseJson } from '../base/parse-json';
import type { BodyChunks } from '../base/body-chunks';
import { createPlainRowReader, SENTINEL_BYTES } from './plain-row-reader';
import { RowBatchBuilder, type Cell, type RowBatch } from './row-batch';

/** The rows within a response, to be iterated once. */
export interface JsonRows {
  /** Throws SyntaxError for invalid JSON, and what `rowOf` throws. */
  readonly batches: () => Generator<RowBatch, void>;
  /** After all batches: the text around the rows, with `[{}]` in their place. */
  readonly rest: () => string;
}

/** If the rows begin later than this, the response is not one that this reader supports. */
const HEAD_BYTES = 1 << 16;
/** The window is large enough to amortize the overhead, and small enough for the processor's cache. */
const USUAL_WINDOW_BYTES = 1 << 16;

const ROWS_END = 0x5d;
const COMMA = 0x2c;

/**
 * Reads the rows of a response in small batches; as a whole, it would cost many times its size in memory. `path`: the members that
 * lead to the array. `rowOf`: reads a row that is not written plainly, with its cells in the order of `columns`.
 */
export function createJsonRowsReader(
  path: readonly string[],
  columns: readonly string[],
  rowOf: (json: unknown) => readonly Cell[],
  windowBytes: number = USUAL_WINDOW_BYTES,
): (body: BodyChunks) => JsonRows | null {
  const window = new ByteWindow(windowBytes);
  const builder = new RowBatchBuilder(columns.length);
  // Rows are alike within a response, and from one response to the next.
  let readPlain: ReturnType<typeof createPlainRowReader> | null = null;

  /** Null if the array does not begin near the start; such a response must be read as a whole. */
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

    /** Sets `tail` to the text after the array. */
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
          // The end of a row may be in the next chunk.
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

  /** Writes the cells of a row and returns the position after it; -1 if its end has not arrived yet. */
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

/** One character per byte, so that positions in text and bytes are equal. For scanning, not for values. */
const byteDecoder = new TextDecoder('latin1');

/** A sliding window over a body, in reused memory. */
class ByteWindow {
  /** Sentinels follow the content. */
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

  /** Discards what precedes `start` and reads on. Returns false at the end of the body. */
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

  /** The content from `position` on, which is at most `start`. Usually only the last row, which is cut off, is read. */
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
