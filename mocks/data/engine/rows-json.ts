import type { FieldSource } from '../field';
import { fieldsOf, rowIdAt, type PriceSource } from '../price-source';
import type { RowRange } from './row-engine';
import type { RowList } from './row-list';

/** Cells written between two chances to pause. */
const CHUNK_CELLS = 1 << 14;

/**
 * Writes rows as JSON by hand: numbers keep every stored digit (`12.5000`), which going through a JavaScript number
 * would cost them.
 */
export function* rowsJson(
  source: PriceSource,
  rows: RowList,
  { selection, columns, rowStart, rowEnd }: RowRange,
): Generator<number, Uint8Array<ArrayBuffer>> {
  const { version } = selection;
  const fields = fieldsOf(source, selection);
  const writers = columns.map((name) => cellWriter(fields, name));
  const end = Math.min(rowEnd, rows.count);
  const chunkRows = Math.max(1, Math.floor(CHUNK_CELLS / Math.max(1, columns.length)));
  let json = '';
  for (let index = rowStart; index < end; index++) {
    const id = rowIdAt(source, rows.positionAt(index), version);
    json += index === rowStart ? '{' : ',{';
    for (let column = 0; column < writers.length; column++) {
      if (column > 0) json += ',';
      json += writers[column]?.(id, version) ?? '';
    }
    json += '}';
    if ((index - rowStart + 1) % chunkRows === 0) yield 0;
  }
  return new TextEncoder().encode(json);
}

function cellWriter(fields: readonly FieldSource[], name: string): (id: number, version: number) => string {
  const field = fields.find(({ record }) => record.name === name);
  if (field === undefined) throw new Error('A range names a column that its source does not have.');
  const member = `${JSON.stringify(name)}:`;
  return (id, version) => member + cellJson(field, id, version);
}

function cellJson(field: FieldSource, id: number, version: number): string {
  const value = field.valueAt(id, version);
  if (typeof value !== 'string') return String(value);
  if (field.type === 'number') return value;
  // Dates have nothing to escape.
  return field.type === 'date' ? `"${value}"` : JSON.stringify(value);
}
