import { NULL_CELL, PLAIN_CELL, RowBatchBuilder, type RowBatch } from '@/lib/row-batches/row-batch';
import type { TextColumn } from '../engine/encoded-texts';
import { MISFIT_SIGN } from './cell-reader';

/** 1 for each byte that a plain cell cannot contain: quotes, backslashes and control characters. */
const SPECIAL = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 || byte === 0x22 || byte === 0x5c ? 1 : 0,
);
const FIRST_OF_TRUE = 't'.charCodeAt(0);
const FIRST_OF_FALSE = 'f'.charCodeAt(0);
const SIGN = MISFIT_SIGN.charCodeAt(0);

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Returns a function that makes a batch of rows from columns of texts, because JavaScript strings for all cells would take most of a file's
 * time. The next call but one reuses the memory. `booleans`: whether each column is boolean, as in `CellReader.valueText`.
 */
export function createTextBatches(
  booleans: readonly boolean[],
): (columns: readonly TextColumn[], rowCount: number) => RowBatch {
  const columnCount = booleans.length;
  let [builder, other] = [new RowBatchBuilder(columnCount), new RowBatchBuilder(columnCount)];
  let [bytes, otherBytes] = [new Uint8Array(0), new Uint8Array(0)];

  return (columns, rowCount) => {
    [builder, other, bytes, otherBytes] = [other, builder, otherBytes, bytes];
    for (let row = 0; row < rowCount; row += 1) {
      builder.beginRow();
      builder.endRow();
    }
    const size = columns.reduce((sum, column) => sum + column.bytes.length, 0);
    if (size > bytes.length) bytes = new Uint8Array(size * 2);
    let base = 0;
    for (const [index, column] of columns.entries()) {
      bytes.set(column.bytes, base);
      addColumn(column, index, base, rowCount);
      base += column.bytes.length;
    }
    return builder.take(bytes);
  };

  function addColumn(column: TextColumn, index: number, base: number, rowCount: number): void {
    const { kinds, starts, ends } = builder;
    const isBoolean = booleans[index] === true;
    const isPlain = !hasSpecial(column.bytes, 0, column.bytes.length);
    let start = 0;
    for (let row = 0; row < rowCount; row += 1) {
      const end = column.ends[row] ?? 0;
      const cellIndex = row * columnCount + index;
      if (column.kinds[row] === NULL_CELL) {
        kinds[cellIndex] = NULL_CELL;
      } else if (isBoolean) {
        builder.put(cellIndex, booleanCell(column.bytes, start, end));
      } else if (isPlain || !hasSpecial(column.bytes, start, end)) {
        kinds[cellIndex] = PLAIN_CELL;
        starts[cellIndex] = base + start;
        ends[cellIndex] = base + end;
      } else {
        builder.put(cellIndex, decoder.decode(column.bytes.subarray(start, end)));
      }
      start = end;
    }
  }
}

function hasSpecial(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (SPECIAL[bytes[at] ?? 0] === 1) return true;
  return false;
}

function booleanCell(bytes: Uint8Array, start: number, end: number): string | boolean {
  const first = bytes[start];
  if (first === FIRST_OF_TRUE) return true;
  if (first === FIRST_OF_FALSE) return false;
  return decoder.decode(bytes.subarray(first === SIGN ? start + 1 : start, end));
}
