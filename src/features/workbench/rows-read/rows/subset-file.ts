import type { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import type { SnapshotRow } from '@/contract/extraction';
import { createHighlightJudge, type HighlightRule } from '@/contract/row-judge';
import { withIsoDates } from '@/shared/formats/file-name';
import type { Formats } from '@/shared/formats/formats';
import { rowFills } from '@/shared/table-files/row-fills';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { writtenRowsText } from '../reading/coverage-text';
import type { RowsRead } from '../reading/rows-read';
import { fieldColumn, summaryColumn } from '../tables/summary-table';
import type { NoteLabels, TableFile } from '../tables/table-file';
import { writeRowsFile, type RowsFileOptions } from '../tables/write-rows-file';

/** Rows of the engine, of which the service has no snapshot. */
export interface RowsOfFile {
  readonly priceColumn: PriceColumn;
  readonly opened: OpenSnapshot;
  readonly rowsRead: Pick<RowsRead, 'table' | 'coverage' | 'refined' | 'added'>;
  /** Which rows these are. */
  readonly words: string;
  readonly rules: readonly HighlightRule[];
}

/** What the words of the file are taken from. */
export interface SubsetWords {
  readonly subset: ReturnType<typeof useTranslations<'subset'>>;
  readonly analysis: ReturnType<typeof useTranslations<'analysis'>>;
  readonly aboutTitle: string;
  readonly noteLabels: NoteLabels;
  readonly formats: Pick<Formats, 'locale' | 'formatInteger' | 'formatDateTime'>;
}

/** Rows per query: little latency beside the work. */
const ROWS_PER_READ = 5_000;

/** Writes rows of the engine to a file, without a certificate: they are no snapshot. Rejects as `writeRowsFile` does. */
export function writeSubsetFile(
  { priceColumn, opened, rowsRead, words, rules }: RowsOfFile,
  { subset: t, analysis, aboutTitle, noteLabels, formats }: SubsetWords,
  options: Omit<RowsFileOptions, 'aboutTitle' | 'noteLabels'>,
): Promise<readonly TableFile[]> {
  const { rowCount, cacheKey } = opened.snapshot;
  const { columns } = rowsRead.table;
  const places = columns.map(({ name }) => opened.columns.indexOf(name));
  const name = `${priceColumn.displayName} – ${withIsoDates(words, formats.locale)}`;
  const rows = { rowCount, readPage: opened.readPage, close: () => Promise.resolve() };
  const count = { formatted: formats.formatInteger(rowCount), count: rowCount };
  return writeRowsFile<SnapshotRow>(
    {
      name,
      columns: columns.map(({ name: column, type }) => {
        const field = priceColumn.fields.find((each) => each.name === column);
        return field === undefined ? summaryColumn(column, type) : fieldColumn(field);
      }),
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
        [t('about.rows'), t('found', { ...count, words })],
        [t('about.coverage'), writtenRowsText(rowsRead, analysis, formats)],
        [t('about.snapshot'), cacheKey],
        [t('about.taken'), formats.formatDateTime(opened.takenAtMs)],
      ],
      certify: null,
    },
    { ...options, aboutTitle, noteLabels },
  );
}
