import { useTranslations } from 'use-intl';
import type { SnapshotRow } from '@/contract/extraction';
import { createHighlightJudge } from '@/contract/row-judge';
import { withIsoDates } from '@/shared/formats/file-name';
import { useFormats, useFormatSettings } from '@/shared/formats/format-settings-context';
import { rowFills } from '@/shared/table-files/row-fills';
import { usePublished } from '../../controller/use-published-rows';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { RowsRead } from '../reading/rows-read';
import { rowsReadText } from '../reading/coverage-text';
import { FileExport, type FileWriting } from '../tables/file-export';
import type { TableFormat } from '../tables/table-file';
import { fieldColumn, summaryColumn } from '../tables/summary-table';
import { useNoteLabels } from '../tables/use-note-labels';
import { writeRowsFile } from '../tables/write-rows-file';

export interface SubsetExportProps {
  readonly opened: OpenSnapshot;
  readonly rowsRead: Pick<RowsRead, 'table' | 'coverage' | 'refined' | 'added'>;
  /** Which rows these are. */
  readonly words: string;
}

/** Rows per query: little latency beside the work. */
const ROWS_PER_READ = 5_000;

/** Writes the rows to a file, from the engine: the service has no snapshot of them. */
export function SubsetExport({ opened, rowsRead, words }: SubsetExportProps) {
  const t = useTranslations('subset');
  const tExport = useTranslations('tableExport');
  const tAnalysis = useTranslations('analysis');
  const formats = useFormats();
  const { excelRegion } = useFormatSettings();
  const { priceColumn } = useWorkbenchScope();
  const noteLabels = useNoteLabels();
  const rules = usePublished('highlightRules') ?? [];
  const { rowCount, cacheKey } = opened.snapshot;
  const count = { formatted: formats.formatInteger(rowCount), count: rowCount };

  function write(format: TableFormat, writing: FileWriting) {
    const { columns } = rowsRead.table;
    const places = columns.map(({ name }) => opened.columns.indexOf(name));
    const name = `${priceColumn.displayName} – ${withIsoDates(words, formats.locale)}`;
    const rows = { rowCount, readPage: opened.readPage, close: () => Promise.resolve() };
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
          [t('about.coverage'), rowsReadText(rowsRead, tAnalysis, formats)],
          [t('about.snapshot'), cacheKey],
          [t('about.taken'), formats.formatDateTime(opened.takenAtMs)],
        ],
        certify: null,
      },
      { format, excelRegion, aboutTitle: tExport('about'), noteLabels, ...writing },
    );
  }

  return <FileExport key={`${cacheKey} ${opened.subsetId}`} label={t('export')} write={write} />;
}
