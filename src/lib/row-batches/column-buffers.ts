import { NULL_CELL, PLAIN_CELL, type RowBatch } from './row-batch';

// Rows as columns, in the layout of Arrow (arrow-buffers.ts): programs take them without reading a value.

type Bytes = Uint8Array<ArrayBuffer>;

interface Nulls {
  /** A bit for each row, set if the row has a value. */
  readonly validity: Bytes;
  readonly nullCount: number;
}

interface Texts {
  /** The text of row n is from offset n to offset n + 1. */
  readonly offsets: Int32Array<ArrayBuffer>;
  /** UTF-8. */
  readonly bytes: Bytes;
}

/** The values of a column. In a row without a value, a number is arbitrary, and a text is empty. */
export type ColumnBuffers = Nulls &
  (
    | ({ readonly type: 'text' } & Texts)
    /** Units of 10^-`scale` in four 32-bit words, least significant first. */
    | { readonly type: 'number'; readonly scale: number; readonly words: Uint32Array<ArrayBuffer> }
    /** The texts, and the microseconds since 1970 in two words. */
    | ({ readonly type: 'date'; readonly words: Uint32Array<ArrayBuffer> } & Texts)
    | { readonly type: 'boolean'; readonly bits: Bytes }
  );

/** Rows as columns, each with buffers of its own, so that they can be transferred between workers. */
export interface RowsInColumns {
  readonly rowCount: number;
  readonly columns: readonly ColumnBuffers[];
}

/** Returns the buffers of rows, for their transfer. */
export function buffersOf({ columns }: RowsInColumns): ArrayBuffer[] {
  return columns.flatMap((column) =>
    Object.values(column).flatMap((value) =>
      ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [],
    ),
  );
}

/** Returns the bit of a row. */
export function isSet(bits: Uint8Array, row: number): boolean {
  return (((bits[row >> 3] ?? 0) >> (row & 7)) & 1) === 1;
}

/** Returns texts as a batch of one column. */
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
