import type { PriceColumn } from '@/contract/column';
import type { SnapshotRow } from '@/contract/extraction';
import { createHighlightJudge, type HighlightRule } from '@/contract/row-judge';
import { withIsoDates } from '@/lib/formats/file-name';
import { rowFills } from '@/lib/table-files/row-fills';
import type { Words } from '@/ui/formats/words';
import type { RowSort } from '../conditions/row-order';
import type { RowSubset } from '../conditions/row-subset';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import { snapshotText, writtenRowsText } from '../reading/coverage-text';
import type { RowsRead } from '../reading/rows-read';
import { fieldColumns } from './row-table';
import { writeRowTable, type RowTableFile, type RowTableFileOptions } from './row-table-file';
import type { TableFile } from '../tables/table-file';
import type { RowsOrigin } from '../tables/rows-origin';

/** Rows of the engine that are written to a file. The service has no snapshot of only these rows. */
export interface RowsOfFile {
  /** The price column, with the fields of all columns in the file. */
  readonly priceColumn: Pick<PriceColumn, 'displayName' | 'fields'>;
  readonly opened: OpenSnapshot;
  readonly rowsRead: Pick<RowsRead, 'table' | 'coverage' | 'refined' | 'added'>;
  /** A text that describes the rows. */
  readonly words: string;
  /** The conditions that `words` describes, and the order of the rows. */
  readonly shown: RowSubset & { readonly sort: readonly RowSort[] };
  readonly origin: RowsOrigin;
  /** The name of the file; absent if it follows from `words`. */
  readonly fileName?: string;
  readonly rules: readonly HighlightRule[];
}

/** Writes the rows to a file with a certificate, because the service has no snapshot of them. Rejects like `writeRowTable`. */
export function writeSubsetFile(
  rowsOfFile: RowsOfFile,
  options: RowTableFileOptions,
): Promise<readonly TableFile[]> {
  return writeRowTable(subsetFile(options.words, rowsOfFile), options);
}

/** Returns a file of the rows. Its certificate names the snapshot, the sources, the refinement, and which rows are written. */
export function subsetFile(
  words: Words,
  { priceColumn, opened, rowsRead, words: description, shown, origin, fileName, rules }: RowsOfFile,
): RowTableFile<SnapshotRow> {
  const { formats } = words;
  const t = words.of('subset');
  const { rowCount } = opened.snapshot;
  const { columns } = rowsRead.table;
  const places = columns.map((column) => opened.columns.indexOf(column.name));
  const name = `${priceColumn.displayName} – ${withIsoDates(description, formats.locale)}`;
  const rows = { rowCount, readPage: opened.readPage, close: () => Promise.resolve() };
  const count = { formatted: formats.formatInteger(rowCount), count: rowCount };
  return {
    name: fileName ?? name,
    columns: fieldColumns(words, columns, priceColumn.fields, (row, place) => row[places[place] ?? -1]),
    tables: [{ title: name, parts: [() => Promise.resolve(rows)] }],
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
      [t('about.snapshot'), snapshotText(words, opened.snapshot)],
      [t('about.taken'), formats.formatDateTime(opened.takenAtMs)],
    ],
    certificate: {
      origin,
      rows: () => ({ words: description, conditions: shown.conditions, sort: shown.sort }),
    },
  };
}
