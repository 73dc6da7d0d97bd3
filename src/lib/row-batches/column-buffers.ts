import { NULL_CELL, PLAIN_CELL, type RowBatch } from './row-batch';

// Rows stored as columns, in the layout of Arrow (arrow-buffers.ts). Programs can use these buffers without converting any value.

type Bytes = Uint8Array<ArrayBuffer>;

interface Nulls {
  /** One bit per row, which is set if the row has a value. */
  readonly validity: Bytes;
  readonly nullCount: number;
}

interface Texts {
  /** The text of row n is the bytes from offset n to offset n + 1. */
  readonly offsets: Int32Array<ArrayBuffer>;
  /** The texts of all rows, encoded in UTF-8. */
  readonly bytes: Bytes;
}

/** The values of a column. In a row without a value, the number is arbitrary or the text is empty. */
export type ColumnBuffers = Nulls &
  (
    | ({ readonly type: 'text' } & Texts)
    /** Numbers in units of 10^-`scale`, each in four 32-bit words, least significant word first. */
    | { readonly type: 'number'; readonly scale: number; readonly words: Uint32Array<ArrayBuffer> }
    /** Dates as texts, and also as microseconds since 1970 in two words. */
    | ({ readonly type: 'date'; readonly words: Uint32Array<ArrayBuffer> } & Texts)
    | { readonly type: 'boolean'; readonly bits: Bytes }
  );

/** Rows stored as columns. Each column has its own buffers, so that they can be transferred between workers. */
export interface RowsInColumns {
  readonly rowCount: number;
  readonly columns: readonly ColumnBuffers[];
}

/** Returns all buffers of the rows, as the list for a transfer. */
export function buffersOf({ columns }: RowsInColumns): ArrayBuffer[] {
  return columns.flatMap((column) =>
    Object.values(column).flatMap((value) =>
      ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [],
    ),
  );
}

/** Returns whether the bit of a row is set. */
export function isSet(bits: Uint8Array, row: number): boolean {
  return (((bits[row >> 3] ?? 0) >> (row & 7)) & 1) === 1;
}

/** Returns the texts of a column as a batch with one column. */
export function batchOfColumn({ validity, offsets, bytes }: Extract<ColumnBuffers, Texts>): RowBatch {
  const rowCount = offsets.length - 1;
  const kinds = Uint8Array.from({ length: rowCount }, (_, row) =>
    isSet(validity, row) ? PLAIN_CELL : NULL_CELL,
  );
  return {
    rowCount,
    columnCount: 1,
    kinds,
    starts: offsets.subarray(0, rowCount),
    ends: offsets.subarray(1),
    bytes,
    texts: [],
  };
}
