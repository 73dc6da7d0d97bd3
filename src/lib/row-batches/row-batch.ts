// Rows on their way from a response to a file. Cells are positions in the response, because strings would take much more time and memory.

/** The kind of a cell whose member is missing in the row. */
const MISSING_CELL = 0;
export const NULL_CELL = 1;
export const FALSE_CELL = 2;
export const TRUE_CELL = 3;
/** The kind of a text or number in `bytes`: well-formed UTF-8 without quotes, backslashes and control characters. */
export const PLAIN_CELL = 4;
/** The kind of any other text, which is stored in `texts`. */
const TEXT_CELL = 5;

/** The JavaScript value of a cell. Undefined if the row lacks the member. */
export type Cell = string | boolean | null | undefined;

/** A batch of consecutive rows. It is valid until the next batch is requested, because the memory is reused. */
export interface RowBatch {
  readonly rowCount: number;
  /** The number of cells per row. Row n starts at the index n times this number. */
  readonly columnCount: number;
  /** The kind of each cell: one of the constants above. */
  readonly kinds: Uint8Array;
  /** For a plain cell, the position of its first byte. For a text cell, the index of its text in `texts`. */
  readonly starts: Int32Array;
  /** For a plain cell, the position after its last byte. */
  readonly ends: Int32Array;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly texts: readonly string[];
}

/** Builds batches row by row in reused memory. */
export class RowBatchBuilder {
  /** The kinds of all cells. The cells of the current row start at the index that `beginRow` returns. */
  kinds = new Uint8Array(0);
  starts = new Int32Array(0);
  ends = new Int32Array(0);
  readonly columnCount: number;
  #texts: string[] = [];
  #rowCount = 0;

  constructor(columnCount: number) {
    this.columnCount = columnCount;
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  /** Starts a row, or starts it again. Returns the index of its first cell. */
  beginRow(): number {
    const cellIndex = this.#rowCount * this.columnCount;
    if (cellIndex + this.columnCount > this.kinds.length) this.#grow();
    return cellIndex;
  }

  endRow(): void {
    this.#rowCount += 1;
  }

  add(cells: readonly Cell[]): void {
    const cellIndex = this.beginRow();
    for (let column = 0; column < this.columnCount; column += 1) this.put(cellIndex + column, cells[column]);
    this.endRow();
  }

  put(cellIndex: number, cell: Cell): void {
    if (typeof cell === 'string') {
      this.kinds[cellIndex] = TEXT_CELL;
      this.starts[cellIndex] = this.#texts.length;
      this.#texts.push(cell);
    } else {
      this.kinds[cellIndex] = kindOf(cell);
    }
  }

  /** Returns the rows since the last call. `bytes` must contain the bytes of their plain cells. */
  take(bytes: Uint8Array<ArrayBuffer>): RowBatch {
    const { kinds, starts, ends, columnCount } = this;
    const rowCount = this.#rowCount;
    const texts = this.#texts;
    const cellCount = rowCount * columnCount;
    this.#rowCount = 0;
    this.#texts = [];
    return {
      rowCount,
      columnCount,
      kinds: kinds.subarray(0, cellCount),
      starts: starts.subarray(0, cellCount),
      ends: ends.subarray(0, cellCount),
      bytes,
      texts,
    };
  }

  #grow(): void {
    const length = Math.max(this.kinds.length * 2, this.columnCount * 256);
    const { kinds, starts, ends } = this;
    this.kinds = new Uint8Array(length);
    this.starts = new Int32Array(length);
    this.ends = new Int32Array(length);
    this.kinds.set(kinds);
    this.starts.set(starts);
    this.ends.set(ends);
  }
}

function kindOf(cell: boolean | null | undefined): number {
  if (cell === undefined) return MISSING_CELL;
  if (cell === null) return NULL_CELL;
  return cell ? TRUE_CELL : FALSE_CELL;
}

/** Creates a batch from JavaScript values. */
export function rowBatchOf(rows: readonly (readonly Cell[])[], columnCount: number): RowBatch {
  const builder = new RowBatchBuilder(columnCount);
  for (const row of rows) builder.add(row);
  return builder.take(new Uint8Array(0));
}

/** Returns the rows from `start` to `end`, exclusive, without copying them. */
export function rowsBetween(batch: RowBatch, start: number, end: number): RowBatch {
  const { columnCount } = batch;
  if (start === 0 && end === batch.rowCount) return batch;
  const [first, last] = [start * columnCount, end * columnCount];
  return {
    ...batch,
    rowCount: end - start,
    kinds: batch.kinds.subarray(first, last),
    starts: batch.starts.subarray(first, last),
    ends: batch.ends.subarray(first, last),
  };
}

/** Returns the index of the first row with a missing cell, or null. */
export function rowWithMissingCell({ kinds, columnCount }: RowBatch): number | null {
  const cellIndex = kinds.indexOf(MISSING_CELL);
  return cellIndex === -1 ? null : Math.floor(cellIndex / columnCount);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns the cell at an index as a JavaScript value. */
export function cellAt(batch: RowBatch, cellIndex: number): Cell {
  const kind = batch.kinds[cellIndex] ?? MISSING_CELL;
  switch (kind) {
    case NULL_CELL:
      return null;
    case FALSE_CELL:
      return false;
    case TRUE_CELL:
      return true;
    case TEXT_CELL:
      return batch.texts[batch.starts[cellIndex] ?? 0] ?? '';
    case PLAIN_CELL:
      return plainText(batch.bytes, batch.starts[cellIndex] ?? 0, batch.ends[cellIndex] ?? 0);
    default:
      return undefined;
  }
}

/** The number of bytes above which the decoder is faster than a loop. */
const SHORT_BYTES = 12;

function plainText(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > SHORT_BYTES) return decoder.decode(bytes.subarray(start, end));
  let text = '';
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) return decoder.decode(bytes.subarray(start, end));
    text += String.fromCharCode(byte);
  }
  return text;
}

/** Returns all rows as JavaScript values. */
export function rowsOf(batch: RowBatch): Cell[][] {
  return Array.from({ length: batch.rowCount }, (_, row) =>
    Array.from({ length: batch.columnCount }, (__, column) =>
      cellAt(batch, row * batch.columnCount + column),
    ),
  );
}

/** Returns the batch with null instead of empty texts. */
export function withoutEmptyTexts(batch: RowBatch): RowBatch {
  const { kinds, starts, ends, texts } = batch;
  return {
    ...batch,
    kinds: kinds.map((kind, cellIndex) => {
      const start = starts[cellIndex] ?? 0;
      const isEmpty =
        (kind === PLAIN_CELL && start === ends[cellIndex]) || (kind === TEXT_CELL && texts[start] === '');
      return isEmpty ? NULL_CELL : kind;
    }),
  };
}
