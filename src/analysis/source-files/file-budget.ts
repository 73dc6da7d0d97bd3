import type { PriceField } from '@/contract/column';
import { foresee, foreseenRowBytes, lastReadingMeasure } from '../reading/forecast';
import type { FileMapping, FileOutline } from './file-outline';

const SAMPLED_FOR_SIZE = 200;

/** Whether the rows of a file will probably exceed the engine's memory limit, given the columns that are read. */
export function isBeyondBudget(
  outline: FileOutline,
  columns: FileMapping['columns'],
  fields: readonly PriceField[],
  budgetBytes: number,
): boolean {
  const read = columns.map(({ field }, cellIndex) => ({
    name: field,
    field: fields.find(({ name }) => name === field) ?? null,
    cellIndex,
  }));
  const sample = Array.from({ length: Math.min(SAMPLED_FOR_SIZE, outline.rowCount) }, (_, row) =>
    columns.map(({ columnIndex }) => outline.columns[columnIndex]?.cells[row]?.text ?? null),
  );
  const rowBytes = foreseenRowBytes(read, sample);
  return foresee(outline.rowCount, read.length, rowBytes, lastReadingMeasure()).bytes > budgetBytes;
}
