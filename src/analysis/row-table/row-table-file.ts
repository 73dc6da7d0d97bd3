import { fileNotes } from '../tables/file-notes';
import type { RowsOrigin } from '../tables/rows-origin';
import type { TableFile } from '../tables/table-file';
import { writeRowsFile, type RowsFile, type RowsFileOptions } from '../tables/write-rows-file';
import { fileCells, fileColumns, type RowColumn } from './row-table';

type FileTable<Row> = RowsFile<Row>['tables'][number];

/** The facts in a certificate that the certificates of other files of rows do not have. */
export interface RowsCertificate {
  /** The format of the certificate; absent for the format of rows that the console has selected or computed. */
  readonly kind?: `colonnade-${string}-certificate`;
  /** The origin of the rows: the service, the price column, and the snapshot unless `facts` names it. */
  readonly origin: RowsOrigin | Pick<RowsOrigin, 'service' | 'priceColumn'>;
  /** Returns further facts. `rowCounts`: by table, the number of rows in each part. */
  readonly facts?: (rowCounts: readonly (readonly number[])[]) => object;
  /** Returns a description of the rows that were written. */
  readonly rows?: (rowCounts: readonly (readonly number[])[]) => object;
}

/** A file of a view's rows. */
export interface RowTableFile<Row> extends Omit<
  RowsFile<Row>,
  'columns' | 'tables' | 'rowsPerRead' | 'certify'
> {
  readonly columns: readonly RowColumn<Row>[];
  /** The tables of rows. `columns`: the columns of one table if its cells are read differently; they have the same heads as the others. */
  readonly tables: readonly (Omit<FileTable<Row>, 'cellsOf'> & Partial<Pick<RowTableFile<Row>, 'columns'>>)[];
  /** The title of the sheet that describes the rows; absent for the default title. */
  readonly aboutTitle?: string;
  readonly rowsPerRead?: number;
  readonly certificate: RowsCertificate;
}

export type RowTableFileOptions = Omit<RowsFileOptions, 'aboutTitle'>;

/** The number of rows per query: large enough that its latency hardly matters, and small enough for memory. */
const ROWS_PER_READ = 5_000;

/** Writes a view's rows to a file with a certificate. Rejects for the same reasons as `writeRowsFile`. */
export function writeRowTable<Row>(
  { columns, tables, aboutTitle, certificate, ...file }: RowTableFile<Row>,
  options: RowTableFileOptions,
): Promise<readonly TableFile[]> {
  const written = fileColumns(columns);
  const { kind = 'colonnade-rows-certificate', origin, facts, rows } = certificate;
  const { service, priceColumn, ...snapshot } = origin;
  return writeRowsFile<Row>(
    {
      rowsPerRead: ROWS_PER_READ,
      ...file,
      columns: written,
      tables: tables.map(({ columns: own = columns, ...table }) => ({
        ...table,
        cellsOf: fileCells(own),
      })),
      certify: ({ file: name, rowCounts, digest, finished }) => {
        const text = {
          kind,
          version: 1,
          service,
          priceColumn,
          ...(Object.keys(snapshot).length > 0 && { snapshot }),
          ...facts?.(rowCounts),
          columns: written.map((column) => ({
            name: column.name,
            type: column.type,
            sqlType: column.sqlType,
            scale: column.scale,
          })),
          rows: {
            written: rowCounts.flat().reduce((sum, count) => sum + count, 0),
            ...rows?.(rowCounts),
          },
          digest,
          file: fileNotes(name, options, written.length),
          finished,
        };
        return `${JSON.stringify(text, null, 2)}\n`;
      },
    },
    { ...options, aboutTitle: aboutTitle ?? options.words.of('tableExport')('about') },
  );
}
