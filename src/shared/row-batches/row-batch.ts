/*
 * Rows on their way from an answer to a file. Their cells stay where they arrived, as UTF-8, and are told by place: a
 * string for each of a million rows' cells costs more than all else that is done with it.
 */

/** The row has no such member. */
const MISSING_CELL = 0;
export const NULL_CELL = 1;
export const FALSE_CELL = 2;
export const TRUE_CELL = 3;
/** A text, or a number's own text, in `bytes`: well-formed, and without quotes, backslashes and control characters. */
export const PLAIN_CELL = 4;
/** Any other text, in `texts`. */
const TEXT_CELL = 5;

/** Undefined: missing. */
export type Cell = string | boolean | null | undefined;

/** Some rows in order. Only good until the next ones are asked for: their memory is used again. */
export interface RowBatch {
  readonly rowCount: number;
  /** Cells of a row; those of row n begin at n times as much. */
  readonly columnCount: number;
  /** Of each cell, one of the constants above. */
  readonly kinds: Uint8Array;
  /** Of a plain cell, its first byte; of a text cell, its place in `texts`. */
  readonly starts: Int32Array;
  /** Of a plain cell, the place after its last byte. */
  readonly ends: Int32Array;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly texts: readonly string[];
}

/** Makes batches, row after row, in memory that is used again and again. */
export class RowBatchBuilder {
  /** Of the row that is being written; `columnCount` places from `rowPlace` on. */
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

  /** Begins a row, or begins it again, and gives the place of its first cell. */
  beginRow(): number {
    const place = this.#rowCount * this.columnCount;
    if (place + this.columnCount > this.kinds.length) this.#grow();
    return place;
  }

  /** The row that was begun is whole. */
  endRow(): void {
    this.#rowCount += 1;
  }

  /** Writes a row of the usual values. */
  add(cells: readonly Cell[]): void {
    const place = this.beginRow();
    for (let column = 0; column < this.columnCount; column += 1) this.put(place + column, cells[column]);
    this.endRow();
  }

  put(place: number, cell: Cell): void {
    if (typeof cell === 'string') {
      this.kinds[place] = TEXT_CELL;
      this.starts[place] = this.#texts.length;
      this.#texts.push(cell);
    } else {
      this.kinds[place] = kindOf(cell);
    }
  }

  /** The rows written since the last time. `bytes`: where their plain cells are. */
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

/** A batch of rows that are there as the usual values. */
export function rowBatchOf(rows: readonly (readonly Cell[])[], columnCount: number): RowBatch {
  const builder = new RowBatchBuilder(columnCount);
  for (const row of rows) builder.add(row);
  return builder.take(new Uint8Array(0));
}

/** Of `batch`, the rows from `start` to `end`, exclusive. */
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

/** The first row with a missing cell; null where all are whole. */
export function rowWithMissingCell({ kinds, columnCount }: RowBatch): number | null {
  const place = kinds.indexOf(MISSING_CELL);
  return place === -1 ? null : Math.floor(place / columnCount);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The cell at a place, as one of the usual values. */
export function cellAt(batch: RowBatch, place: number): Cell {
  const kind = batch.kinds[place] ?? MISSING_CELL;
  switch (kind) {
    case NULL_CELL:
      return null;
    case FALSE_CELL:
      return false;
    case TRUE_CELL:
      return true;
    case TEXT_CELL:
      return batch.texts[batch.starts[place] ?? 0] ?? '';
    case PLAIN_CELL:
      return plainText(batch.bytes, batch.starts[place] ?? 0, batch.ends[place] ?? 0);
    default:
      return undefined;
  }
}

/** For more than this the decoder is quicker. */
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

/** All rows as the usual values. */
export function rowsOf(batch: RowBatch): Cell[][] {
  return Array.from({ length: batch.rowCount }, (_, row) =>
    Array.from({ length: batch.columnCount }, (__, column) =>
      cellAt(batch, row * batch.columnCount + column),
    ),
  );
}
