import { fieldsOf, rowIdAt, type PriceSource } from '../price-source';
import { JsonBytes } from '../json-bytes';
import type { RowRange } from './row-engine';
import type { RowList } from './row-list';

/** How many cells are written before the caller can pause. */
const CHUNK_CELLS = 1 << 14;

/** Writes rows as JSON without JSON.stringify, so that numbers keep all stored digits, such as `12.5000`. */
export function* rowsJson(
  source: PriceSource,
  rows: RowList,
  { selection, columns, rowStart, rowEnd }: RowRange,
): Generator<number, Uint8Array<ArrayBuffer>> {
  const { version } = selection;
  const fields = new Map(fieldsOf(source, selection).map((field) => [field.record.name, field]));
  const members = columns.map((name, index) => {
    const field = fields.get(name);
    if (field === undefined) throw new Error('A range names a column that its source does not have.');
    return { start: encoder.encode(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`), field };
  });
  const end = Math.min(rowEnd, rows.count);
  const chunkRows = Math.max(1, Math.floor(CHUNK_CELLS / Math.max(1, columns.length)));
  const out = new JsonBytes();
  for (let start = rowStart; start < end; start += chunkRows) {
    const chunkEnd = Math.min(start + chunkRows, end);
    for (let index = start; index < chunkEnd; index++) {
      const id = rowIdAt(source, rows.positionAt(index), version);
      if (index > rowStart) out.ascii(',');
      for (const member of members) {
        out.encoded(member.start);
        member.field.writeAt(out, id, version);
      }
      out.ascii('}');
    }
    yield 0;
  }
  return out.taken();
}

const encoder = new TextEncoder();
