// The buffers of Arrow columns (https://arrow.apache.org/docs/format/Columnar.html) in reused memory.

const encoder = new TextEncoder();
/** The number of bytes above which `set` is faster than a loop. */
const SHORT_BYTES = 48;
/** The most UTF-8 bytes that one UTF-16 code unit needs. */
const MAX_UNIT_BYTES = 3;

/** A buffer with one bit per row. */
export class BitBuffer {
  #bytes = new Uint8Array(1024);

  set(row: number): void {
    const index = row >> 3;
    if (index >= this.#bytes.length) this.#bytes = grown(this.#bytes, index + 1);
    this.#bytes[index] = (this.#bytes[index] ?? 0) | (1 << (row & 7));
  }

  /** Sets the bits of the rows from `start` to `end`, exclusive. */
  setAll(start: number, end: number): void {
    let row = start;
    while (row < end && (row & 7) !== 0) this.set(row++);
    const wholeEnd = end - (end & 7);
    if (row < wholeEnd) {
      if (wholeEnd >> 3 > this.#bytes.length) this.#bytes = grown(this.#bytes, wholeEnd >> 3);
      this.#bytes.fill(0xff, row >> 3, wholeEnd >> 3);
      row = wholeEnd;
    }
    while (row < end) this.set(row++);
  }

  bytes(rowCount: number): Uint8Array {
    const length = (rowCount + 7) >> 3;
    if (length > this.#bytes.length) this.#bytes = grown(this.#bytes, length);
    return this.#bytes.subarray(0, length);
  }

  clear(): void {
    this.#bytes.fill(0);
  }
}

/** A buffer with a fixed number of 32-bit words per row. */
export class WordBuffer {
  readonly wordsPerRow: number;
  words: Uint32Array;

  constructor(wordsPerRow: number) {
    this.wordsPerRow = wordsPerRow;
    this.words = new Uint32Array(wordsPerRow * 1024);
  }

  offsetOf(row: number): number {
    const offset = row * this.wordsPerRow;
    if (offset + this.wordsPerRow > this.words.length) {
      const larger = new Uint32Array(2 * offset + this.wordsPerRow);
      larger.set(this.words);
      this.words = larger;
    }
    return offset;
  }
}

/** A buffer of UTF-8 texts. Rows are written in order, and rows that are skipped get empty texts. */
export class TextBuffer {
  #values = new Uint8Array(1 << 14);
  #offsets = new Int32Array(1025);
  #size = 0;
  /** The row up to whose start the offsets are written. */
  #row = 0;

  /** Adds a text as bytes, which must be well-formed UTF-8. */
  addBytes(row: number, bytes: Uint8Array, start: number, end: number): void {
    this.#begin(row, end - start);
    const values = this.#values;
    const size = this.#size;
    if (end - start > SHORT_BYTES) {
      values.set(bytes.subarray(start, end), size);
    } else {
      for (let at = start; at < end; at += 1) values[size + at - start] = bytes[at] ?? 0;
    }
    this.#end(row, size + end - start);
  }

  /** Adds rows from `rowStart` on. Each index picks the text with the bytes from `starts[index]` to `ends[index]`; -1 means no text. */
  addPicked(
    rowStart: number,
    indexes: Int32Array,
    bytes: Uint8Array,
    starts: Int32Array,
    ends: Int32Array,
  ): void {
    this.#fill(rowStart);
    const rowEnd = rowStart + indexes.length;
    if (rowEnd + 1 > this.#offsets.length) this.#growOffsets(rowEnd);
    let length = 0;
    for (const index of indexes) if (index !== -1) length += (ends[index] ?? 0) - (starts[index] ?? 0);
    if (this.#size + length > this.#values.length) this.#values = grown(this.#values, this.#size + length);
    const [values, offsets] = [this.#values, this.#offsets];
    let size = this.#size;
    for (let at = 0; at < indexes.length; at += 1) {
      const index = indexes[at] ?? -1;
      if (index !== -1) {
        const start = starts[index] ?? 0;
        const end = ends[index] ?? 0;
        if (end - start > SHORT_BYTES) {
          values.set(bytes.subarray(start, end), size);
          size += end - start;
        } else {
          for (let from = start; from < end; from += 1, size += 1) values[size] = bytes[from] ?? 0;
        }
      }
      offsets[rowStart + at + 1] = size;
    }
    this.#size = size;
    this.#row = rowEnd;
  }

  /** Adds a text, which must not contain an unpaired surrogate. */
  addText(row: number, text: string): void {
    this.#begin(row, text.length * MAX_UNIT_BYTES);
    const { written } = encoder.encodeInto(text, this.#values.subarray(this.#size));
    this.#end(row, this.#size + written);
  }

  parts(rowCount: number): { readonly offsets: Int32Array; readonly values: Uint8Array } {
    this.#fill(rowCount);
    return { offsets: this.#offsets.subarray(0, rowCount + 1), values: this.#values.subarray(0, this.#size) };
  }

  clear(): void {
    this.#size = 0;
    this.#row = 0;
  }

  #begin(row: number, length: number): void {
    this.#fill(row);
    if (this.#size + length > this.#values.length) this.#values = grown(this.#values, this.#size + length);
  }

  #end(row: number, size: number): void {
    this.#size = size;
    this.#row = row + 1;
    this.#offsets[row + 1] = size;
  }

  #growOffsets(row: number): void {
    const larger = new Int32Array(2 * row + 2);
    larger.set(this.#offsets);
    this.#offsets = larger;
  }

  #fill(row: number): void {
    if (row + 2 > this.#offsets.length) this.#growOffsets(row);
    for (let empty = this.#row; empty < row; empty += 1) this.#offsets[empty + 1] = this.#size;
    this.#row = Math.max(this.#row, row);
  }
}

/** Collects the parts of an Arrow stream in one buffer. */
export class StreamBuffer {
  #bytes = new Uint8Array(1 << 14);
  #size = 0;

  write(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
  }

  pad(byteCount: number): void {
    this.#reserve(byteCount);
    this.#bytes.fill(0, this.#size, this.#size + byteCount);
    this.#size += byteCount;
  }

  /** Returns the stream. It is valid until the next stream is written. */
  finish(): Uint8Array {
    const stream = this.#bytes.subarray(0, this.#size);
    this.#size = 0;
    return stream;
  }

  #reserve(length: number): void {
    const needed = this.#size + length;
    if (needed > this.#bytes.length) this.#bytes = grown(this.#bytes, needed);
  }
}

function grown(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(length, bytes.length * 2));
  larger.set(bytes);
  return larger;
}
