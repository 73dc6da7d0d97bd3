import type { PriceColumn } from '@/contract/column';
import type { SnapshotRow } from '@/contract/extraction';
import { createHighlightJudge, type HighlightRule } from '@/contract/row-judge';
import { withIsoDates } from '@/lib/formats/file-name';
import { rowFills } from '@/lib/table-files/row-fills';
import type { TableColumn } from '@/lib/table-files/table-column';
import type { RowSort } from '../../model/row-order';
import type { RowSubset } from '../../model/row-subset';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { writtenRowsText } from '../reading/coverage-text';
import type { RowsRead } from '../reading/rows-read';
import { fieldColumn, summaryColumn } from '../tables/summary-table';
import type { TableFile } from '../tables/table-file';
import type { RowsOrigin } from '../tables/rows-origin';
import { fileNotes } from '../tables/file-notes';
import { writeRowsFile, type RowsFileOptions, type WrittenFile } from '../tables/write-rows-file';

/** Identifies the format of a certificate of rows that were selected, computed or joined by the console. */
const CERTIFICATE_KIND = 'colonnade-rows-certificate';

/** Rows of the engine of which the service has no snapshot. */
export interface RowsOfFile {
  readonly priceColumn: PriceColumn;
  readonly opened: OpenSnapshot;
  readonly rowsRead: Pick<RowsRead, 'table' | 'coverage' | 'refined' | 'added'>;
  /** Describes the rows. */
  readonly words: string;
  /** The same as data, with the order of the rows. */
  readonly shown: RowSubset & { readonly sort: readonly RowSort[] };
  readonly origin: RowsOrigin;
  /** Absent if `words` names the file. */
  readonly fileName?: string;
  readonly rules: readonly HighlightRule[];
}

/** Rows per query: so many that the latency of a query hardly matters. */
const ROWS_PER_READ = 5_000;

/**
 * Writes rows of the engine to a file with a certificate of their origin, because the service has no snapshot of them. Rejects as
 * `writeRowsFile` does.
 */
export function writeSubsetFile(
  rowsOfFile: RowsOfFile,
  options: Omit<RowsFileOptions, 'aboutTitle'>,
): Promise<readonly TableFile[]> {
  const { priceColumn, opened, rowsRead, words: description, fileName, rules } = rowsOfFile;
  const { words } = options;
  const { formats } = words;
  const t = words.of('subset');
  const { rowCount, cacheKey } = opened.snapshot;
  const { columns } = rowsRead.table;
  const places = columns.map(({ name }) => opened.columns.indexOf(name));
  const written = columns.map(({ name, type }) => {
    const field = priceColumn.fields.find((each) => each.name === name);
    return field === undefined ? summaryColumn(name, type) : fieldColumn(field);
  });
  const name = `${priceColumn.displayName} – ${withIsoDates(description, formats.locale)}`;
  const rows = { rowCount, readPage: opened.readPage, close: () => Promise.resolve() };
  const count = { formatted: formats.formatInteger(rowCount), count: rowCount };
  return writeRowsFile<SnapshotRow>(
    {
      name: fileName ?? name,
      columns: written,
      tables: [
        {
          title: name,
          parts: [() => Promise.resolve(rows)],
          cellsOf: (row) => places.map((place) => row[place] ?? null),
        },
      ],
      rowsPerRead: ROWS_PER_READ,
      fills:
        rules.length === 0
          ? undefined
          : rowFills({
              label: t('about.highlights'),
              rules,
              judge: createHighlightJudge(rules, columns),
              places: columns.map((_, index) => index),
              columns: columns.map(({ name: column }) => column),
            }),
      about: [
        [t('about.priceColumn'), priceColumn.displayName],
        [t('about.rows'), t('found', { ...count, words: description })],
        [t('about.coverage'), writtenRowsText(words, rowsRead)],
        [t('about.snapshot'), cacheKey],
        [t('about.taken'), formats.formatDateTime(opened.takenAtMs)],
      ],
      certify: (file) => certificateOf(rowsOfFile, written, options, file),
    },
    { ...options, aboutTitle: words.of('tableExport')('about') },
  );
}

/** Names the snapshot, the sources, the refinement, and which of the remaining rows the file contains. */
function certificateOf(
  { origin, words, shown }: RowsOfFile,
  columns: readonly TableColumn[],
  options: Pick<RowsFileOptions, 'format' | 'excelRegion'>,
  { file, rowCounts, digest, finished }: WrittenFile,
): string {
  const { service, priceColumn, ...snapshot } = origin;
  const { conditions, sort } = shown;
  const certificate = {
    kind: CERTIFICATE_KIND,
    version: 1,
    service,
    priceColumn,
    snapshot,
    columns: columns.map(({ name, type, sqlType, scale }) => ({ name, type, sqlType, scale })),
    rows: { written: rowCounts.flat().reduce((sum, count) => sum + count, 0), words, conditions, sort },
    digest,
    file: fileNotes(file, options, columns.length),
    finished,
  };
  return `${JSON.stringify(certificate, null, 2)}\n`;
}
