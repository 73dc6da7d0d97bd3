import { isNotLoaded } from '@/ui/page-version/not-loaded';
import {
  NotTextError,
  parquetTable,
  readParquet,
  type ParquetCompressors,
  type ParquetTable,
} from '@/lib/table-files/parquet-reader';
import type { ParquetColumn } from '@/lib/table-files/parquet-schema';
import { damageOf } from '@/lib/table-files/damaged-file';
import { valueCell, type CellRow } from './cell-values';
import type { NamedBlob } from './chosen-files';
import {
  doubledNames,
  problem,
  SAMPLED_ROWS,
  type FileAbout,
  type FileCell,
  type FileColumn,
  type FileOutline,
} from './file-outline';

/** Returns the outline of a Parquet file. Rejects with FileProblemError. */
export async function parquetOutline(about: FileAbout, file: NamedBlob): Promise<FileOutline> {
  const { table, compressors } = await openTable(file);
  if (table.rowCount === 0) throw problem({ kind: 'no-rows' });
  const readable = table.columns.filter(({ reading }) => reading !== null);
  const sampled = await sampledCells(file, readable, compressors);
  const columns = table.columns.map((column): FileColumn => {
    const cells = sampled.get(column);
    const { name, type, isNested } = column;
    const fileColumn = { name, isReadable: cells !== undefined, cells: cells ?? [] };
    return isNested ? fileColumn : { ...fileColumn, storedType: type };
  });
  return {
    ...about,
    columns,
    doubledHeaders: doubledNames(columns),
    rowCount: table.rowCount,
    isRowCountExact: true,
  };
}

/** Reads the cells of the first rows; a column with a cell that is not text has no cells. */
async function sampledCells(
  file: NamedBlob,
  columns: ParquetTable['columns'],
  compressors: ParquetCompressors,
): Promise<ReadonlyMap<ParquetColumn, readonly (FileCell | null)[]>> {
  const sampled = new Map(columns.map((column) => [column, [] as (FileCell | null)[]]));
  let count = 0;
  try {
    for await (const row of readParquet(file, columns, compressors)) {
      for (const [index, column] of columns.entries())
        sampled.get(column)?.push(valueCell(row[index] ?? null));
      count += 1;
      if (count === SAMPLED_ROWS) break;
    }
    return sampled;
  } catch (error) {
    if (!(error instanceof NotTextError)) throw error;
    return sampledCells(file, columns.toSpliced(error.columnIndex, 1), compressors);
  }
}

/** Yields the `wanted` columns of a Parquet file. Rejects with FileProblemError. */
export async function* parquetRows(
  file: NamedBlob,
  columnNames: readonly string[],
  wanted: readonly number[],
  rowsPerBatch: number,
): AsyncGenerator<readonly CellRow[]> {
  const { compressors } = await openTable(file);
  const read = wanted.map((place) => ({ name: columnNames[place] ?? '', place }));
  let rows: CellRow[] = [];
  try {
    for await (const values of readParquet(file, read, compressors)) {
      rows.push(values.map(valueCell));
      if (rows.length < rowsPerBatch) continue;
      yield rows;
      rows = [];
    }
  } catch (error) {
    if (!(error instanceof NotTextError)) throw error;
    throw problem({ kind: 'not-text', row: error.row, column: error.column });
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

/** Uncompressed bytes of all columns. By default, programs write groups of up to 128 MB or a million rows. */
const MOST_GROUP_BYTES = 1_000_000_000;
