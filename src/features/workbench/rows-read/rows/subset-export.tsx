import { useTranslations } from 'use-intl';
import { withIsoDates } from '@/shared/formats/file-name';
import { useFormats, useFormatSettings } from '@/shared/formats/format-settings-context';
import type { TableRow } from '@/shared/table-files/table-column';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { RowsRead } from '../reading/rows-read';
import { rowsReadText } from '../reading/coverage-text';
import { FileExport, type FileWriting } from '../tables/file-export';
import { streamedFile, type FiguresFormat } from '../tables/figures-file';
import { fieldColumn, figuresColumn } from '../tables/figures-table';
import { useNoteLabels } from '../tables/use-note-labels';

export interface SubsetExportProps {
  readonly opened: OpenSnapshot;
  readonly rowsRead: Pick<RowsRead, 'table' | 'coverage' | 'refined'>;
  /** Which rows these are. */
  readonly words: string;
}

/** Rows per query: little latency beside the work. */
const ROWS_PER_READ = 5_000;

/** Writes the rows to a file, from the engine: the service has no snapshot of them. */
export function SubsetExport({ opened, rowsRead, words }: SubsetExportProps) {
  const t = useTranslations('subset');
  const tFigures = useTranslations('figures');
  const tAnalysis = useTranslations('analysis');
  const formats = useFormats();
  const { excelRegion } = useFormatSettings();
  const { priceColumn } = useWorkbenchScope();
  const noteLabels = useNoteLabels();
  const { rowCount, cacheKey } = opened.snapshot;
  const count = { formatted: formats.formatInteger(rowCount), count: rowCount };

  async function write(format: FiguresFormat, { signal, onRows }: FileWriting) {
    const places = rowsRead.table.columns.map(({ name }) => opened.columns.indexOf(name));
    async function* batches(): AsyncGenerator<readonly TableRow[]> {
      for (let done = 0; done < rowCount; done += ROWS_PER_READ) {
        const rows = await opened.readPage(done / ROWS_PER_READ + 1, ROWS_PER_READ, signal);
        yield rows.map((row) => places.map((place) => row[place] ?? null));
        onRows(done + rows.length, rowCount);
      }
    }
    const file = await streamedFile(
      {
        name: `${priceColumn.displayName} – ${withIsoDates(words, formats.locale)}`,
        columns: rowsRead.table.columns.map(({ name: column, type }) => {
          const field = priceColumn.fields.find((each) => each.name === column);
          return field === undefined ? figuresColumn(column, type) : fieldColumn(field);
        }),
        rowCount,
        batches: batches(),
        about: [
          [t('about.priceColumn'), priceColumn.displayName],
          [t('about.rows'), t('found', { ...count, words })],
          [t('about.coverage'), rowsReadText(rowsRead, tAnalysis, formats)],
          [t('about.snapshot'), cacheKey],
          [t('about.taken'), formats.formatDateTime(opened.takenAtMs)],
        ],
      },
      format,
      { excelRegion, aboutTitle: tFigures('about'), noteLabels },
    );
    return [file];
  }

  return <FileExport key={`${cacheKey} ${opened.subsetId}`} label={t('export')} write={write} />;
}
