import { useTranslations } from 'use-intl';
import { useOwnRecords } from '@/session/use-own-records';
import { useWords } from '@/ui/formats/use-words';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { useDescribeSearch } from '../../texts/use-describe-search';
import { writtenRowsText } from '@/analysis/reading/coverage-text';
import type { Coverage, RowsRead } from '@/analysis/reading/rows-read';
import { rowsOrigin, type RowsOrigin } from '@/analysis/tables/rows-origin';
import type { SummaryTable } from '@/analysis/tables/summary-table';
import { SEPARATOR } from '@/ui/formats/separator';

/** Returns the origin of rows, for a certificate and for a sheet. `coverage`: that of the rows when the figures were computed. */
export function useRowsOrigin(
  of: Pick<RowsRead, 'refined' | 'added'>,
  coverage: Coverage,
  openSnapshot: OpenSnapshot,
): { readonly origin: RowsOrigin; readonly about: SummaryTable['about'] } {
  const t = useTranslations('tableExport.origin');
  const words = useWords();
  const { priceColumn, address } = useWorkbenchScope();
  const { account } = useOwnRecords();
  const describe = useDescribeSearch();
  const { v, fields, filter, sort } = address;
  const query = (v === undefined ? null : describe({ v, fields, filter, sort }, priceColumn)) ?? [];
  return {
    origin: rowsOrigin({ ...of, coverage }, openSnapshot, {
      service: account.service,
      priceColumn: priceColumn.name,
      query,
    }),
    about: [
      [t('priceColumn'), priceColumn.displayName],
      [t('taken'), words.formats.formatExactDateTime(openSnapshot.takenAtMs)],
      ...(query.length === 0 ? [] : [[t('query'), query.join(SEPARATOR)] as const]),
      [t('coverage'), writtenRowsText(words, { ...of, coverage })],
    ],
  };
}
