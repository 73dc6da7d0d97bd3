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
import { valueCell } from './cell-values';
import { problem, SAMPLED_ROWS, type FileCell, type FileColumn } from './file-outline';
import {
  inBatches,
  NOTHING_FOUND,
  type CellRows,
  type TableFile,
  type TableLayout,
  type TableOutline,
} from './table-file';

export function parquetFile(file: Blob): TableFile {
  return {
    outline: () => parquetOutline(file),
    rows: (layout, wanted) => parquetRows(file, layout, wanted),
  };
}

async function parquetOutline(file: Blob): Promise<TableOutline> {
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
  return { columns, rowCount: table.rowCount, isRowCountExact: true };
}

/** Reads the cells of the first rows. A column that contains bytes which are not text gets no cells. */
async function sampledCells(
  file: Blob,
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

async function* parquetRows(file: Blob, { columnNames }: TableLayout, wanted: readonly number[]): CellRows {
  const { compressors } = await openTable(file);
  const columns = wanted.map((place) => ({ name: columnNames[place] ?? '', place }));
  try {
    for await (const rows of inBatches(readParquet(file, columns, compressors))) {
      yield rows.map((values) => values.map(valueCell));
    }
    return NOTHING_FOUND;
  } catch (error) {
    if (!(error instanceof NotTextError)) throw error;
    throw problem({ kind: 'not-text', row: error.row, column: error.column });
  }
}

interface OpenedTable {
  readonly table: ParquetTable;
  readonly compressors: ParquetCompressors;
}

async function openTable(file: Blob): Promise<OpenedTable> {
  const table = await parquetTable(file).catch((error: unknown) => {
    // An error is passed on if the browser cannot read the file, or a part of this console could not be loaded.
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

/** The maximum size of a row group: the uncompressed bytes of all columns. By default, programs write up to 128 MB or a million rows. */
const MOST_GROUP_BYTES = 1_000_000_000;
