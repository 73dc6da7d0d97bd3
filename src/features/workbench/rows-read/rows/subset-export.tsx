import { useTranslations } from 'use-intl';
import { useFormats, useFormatSettings } from '@/ui/formats/format-settings-context';
import { usePublished } from '../../controller/use-published-rows';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { RowsRead } from '../reading/rows-read';
import { FileExport } from '../tables/file-export';
import { useNoteLabels } from '../tables/use-note-labels';
import { useRowsOrigin } from '../tables/use-rows-origin';
import { writeSubsetFile, type RowsOfFile } from './subset-file';

export interface SubsetExportProps {
  readonly opened: OpenSnapshot;
  readonly rowsRead: Pick<RowsRead, 'table' | 'coverage' | 'refined' | 'added'>;
  /** Describes the rows. */
  readonly words: string;
  readonly shown: RowsOfFile['shown'];
}

/** Writes the rows to a file. They come from the engine, because the service has no snapshot of them. */
export function SubsetExport({ opened, rowsRead, words, shown }: SubsetExportProps) {
  const t = useTranslations('subset');
  const tExport = useTranslations('tableExport');
  const analysis = useTranslations('analysis');
  const formats = useFormats();
  const { excelRegion } = useFormatSettings();
  const { priceColumn } = useWorkbenchScope();
  const noteLabels = useNoteLabels();
  const rules = usePublished('highlightRules') ?? [];
  const { origin } = useRowsOrigin(rowsRead, rowsRead.coverage, opened);
  const texts = { subset: t, analysis, aboutTitle: tExport('about'), noteLabels, formats };
  return (
    <FileExport
      key={`${opened.snapshot.cacheKey} ${opened.subsetId}`}
      label={t('export')}
      write={(format, writing) =>
        writeSubsetFile({ priceColumn, opened, rowsRead, words, shown, origin, rules }, texts, {
          format,
          excelRegion,
          ...writing,
        })
      }
    />
  );
}
