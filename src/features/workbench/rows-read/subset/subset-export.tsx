import { useTranslations } from 'use-intl';
import { usePublished } from '../../controller/use-published-rows';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { RowsRead } from '@/analysis/reading/rows-read';
import { RowTableExport } from '../row-table/row-table-export';
import { useRowsOrigin } from '../tables/use-rows-origin';
import { subsetFile, type RowsOfFile } from '@/analysis/row-table/subset-file';

export interface SubsetExportProps {
  readonly opened: OpenSnapshot;
  readonly rowsRead: Pick<RowsRead, 'table' | 'coverage' | 'refined' | 'added'>;
  readonly description: string;
  readonly shown: RowsOfFile['shown'];
}

/** A button that writes the rows to a file. They come from the engine, because the service has no snapshot of only these rows. */
export function SubsetExport({ opened, rowsRead, description, shown }: SubsetExportProps) {
  const t = useTranslations('subset');
  const { priceColumn, rowFields } = useWorkbenchScope();
  const rules = usePublished('highlightRules') ?? [];
  const { origin } = useRowsOrigin(rowsRead, rowsRead.coverage, opened);
  return (
    <RowTableExport
      key={`${opened.snapshot.cacheKey} ${opened.subsetId}`}
      isTool
      label={t('export')}
      file={({ words }) =>
        subsetFile(words, {
          priceColumn: { displayName: priceColumn.displayName, fields: rowFields },
          opened,
          rowsRead,
          words: description,
          shown,
          origin,
          rules,
        })
      }
    />
  );
}
