import { useTranslations } from 'use-intl';
import { useFormatSettings } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { usePublished } from '../../controller/use-published-rows';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { RowsRead } from '../reading/rows-read';
import { FileExport } from '../tables/file-export';
import { useRowsOrigin } from '../tables/use-rows-origin';
import { writeSubsetFile, type RowsOfFile } from './subset-file';

export interface SubsetExportProps {
  readonly opened: OpenSnapshot;
  readonly rowsRead: Pick<RowsRead, 'table' | 'coverage' | 'refined' | 'added'>;
  /** The rows in words. */
  readonly description: string;
  readonly shown: RowsOfFile['shown'];
}

/** Writes the rows to a file. They come from the engine, because the service has no snapshot of them. */
export function SubsetExport({ opened, rowsRead, description, shown }: SubsetExportProps) {
  const t = useTranslations('subset');
  const words = useWords();
  const { excelRegion } = useFormatSettings();
  const { priceColumn } = useWorkbenchScope();
  const rules = usePublished('highlightRules') ?? [];
  const { origin } = useRowsOrigin(rowsRead, rowsRead.coverage, opened);
  return (
    <FileExport
      key={`${opened.snapshot.cacheKey} ${opened.subsetId}`}
      label={t('export')}
      write={(format, writing) =>
        writeSubsetFile(
          { priceColumn, opened, rowsRead, words: description, shown, origin, rules },
          {
            format,
            words,
            excelRegion,
            ...writing,
          },
        )
      }
    />
  );
}
