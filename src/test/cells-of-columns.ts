import { isSet, type ColumnBuffers, type RowsInColumns } from '@/lib/row-batches/column-buffers';
import type { TableCell } from '@/lib/table-files/table-column';

/** Converts rows that are stored by column into rows of cells, as the service writes them. */
export function cellsOfColumns({ rowCount, columns }: RowsInColumns): TableCell[][] {
  const cells = columns.map((column) =>
    Array.from({ length: rowCount }, (_, row) => (isSet(column.validity, row) ? cellAt(column, row) : null)),
  );
  return Array.from({ length: rowCount }, (_, row) => cells.map((column) => column[row] ?? null));
}

/** Returns the times in a date column, in microseconds since 1970; null for a missing value. */
export function microsOfColumn(column: ColumnBuffers, rowCount: number): (bigint | null)[] {
  if (column.type !== 'date') throw new Error('It is no date.');
  const { words, validity } = column;
  return Array.from({ length: rowCount }, (_, row) =>
    isSet(validity, row) ? BigInt.asIntN(64, unsigned(words, row * 2, 2)) : null,
  );
}

function cellAt(column: ColumnBuffers, row: number): TableCell {
  switch (column.type) {
    case 'text':
    case 'date':
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
        column.bytes.subarray(column.offsets[row], column.offsets[row + 1]),
      );
    case 'boolean':
      return isSet(column.bits, row);
    case 'number':
      return decimalText(BigInt.asIntN(128, unsigned(column.words, row * 4, 4)), column.scale);
  }
}

function unsigned(words: Uint32Array, offset: number, count: number): bigint {
  let value = 0n;
  for (let word = offset + count - 1; word >= offset; word -= 1)
    value = (value << 32n) | BigInt(words[word] ?? 0);
  return value;
}

function decimalText(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return units < 0n ? `-${text}` : text;
}
