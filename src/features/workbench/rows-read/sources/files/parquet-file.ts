import { isNotLoaded } from '@/shared/page-version/not-loaded';
import {
  parquetTable,
  readParquet,
  type ParquetCompressors,
  type ParquetTable,
} from '@/shared/table-files/parquet-reader';
import { damageOf } from '@/shared/table-files/damaged-file';
import { valueCell, type CellRow } from './cell-values';
import type { NamedBlob } from './chosen-files';
import { problem, SAMPLED_ROWS, type FileAbout, type FileCell, type FileOutline } from './file-outline';

/** Returns the outline of a Parquet file. Rejects with FileProblemError. */
export async function parquetOutline(about: FileAbout, file: NamedBlob): Promise<FileOutline> {
  const { table, compressors } = await openTable(file);
  if (table.rowCount === 0) throw problem({ kind: 'no-rows' });
  const columns = table.columns.map(({ name, isReadable }) => ({
    name,
    isReadable,
    cells: [] as (FileCell | null)[],
  }));
  const readable = columns.filter(({ isReadable }) => isReadable);
  let sampled = 0;
  for await (const row of readParquet(file, readable, compressors)) {
    for (const [index, { cells }] of readable.entries()) cells.push(valueCell(row[index] ?? null));
    sampled += 1;
    if (sampled === SAMPLED_ROWS) break;
  }
  return { ...about, columns, rowCount: table.rowCount, isRowCountExact: true };
}

/** Yields the `wanted` columns of a Parquet file. Rejects with FileProblemError. */
export async function* parquetRows(
  file: NamedBlob,
  columnNames: readonly string[],
  wanted: readonly number[],
  rowsPerBatch: number,
): AsyncGenerator<readonly CellRow[]> {
  const { compressors } = await openTable(file);
  const read = wanted.map((columnIndex) => ({ name: columnNames[columnIndex] ?? '' }));
  let rows: CellRow[] = [];
  for await (const values of readParquet(file, read, compressors)) {
    rows.push(values.map(valueCell));
    if (rows.length < rowsPerBatch) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

interface OpenedTable {
  readonly table: ParquetTable;
  readonly compressors: ParquetCompressors;
}

async function openTable(file: NamedBlob): Promise<OpenedTable> {
  const table = await parquetTable(file).catch((error: unknown) => {
    // The browser cannot read the file, or a part of the console could not be loaded.
    const isOther = error instanceof DOMException || isNotLoaded(error);
    throw isOther ? error : problem({ kind: 'damaged', damage: damageOf(error) });
  });
  const others = table.otherCompression;
  const compressors: ParquetCompressors =
    others.length === 0 ? {} : (await import('./parquet-compressors')).PARQUET_COMPRESSORS;
  const unknown = others.filter((name) => !Object.hasOwn(compressors, name));
  if (unknown.length > 0) throw problem({ kind: 'compression', names: unknown });
  if (table.largestGroupBytes > MOST_GROUP_BYTES) throw problem({ kind: 'large-groups' });
  return { table, compressors };
}

/** Uncompressed, of all columns. Programs write groups of up to 128 MB or a million rows unless they are told otherwise. */
const MOST_GROUP_BYTES = 1_000_000_000;
