import { useTranslations } from 'use-intl';
import type { SnapshotPage } from '@/contract/extraction';
import { RowsTable } from '@/rows/price-rows/rows-table';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWorkbenchScope } from '../controller/use-workbench';
import classes from './counting-rows.module.css';

/** The most columns that are shown. A price column can have a thousand fields, and each cell takes time to render. */
const MOST_COLUMNS = 24;

/** Shows the first page of a snapshot while its rows are counted. `page` has the number of rows that are certain so far. */
export function CountingRows({ page: { snapshot, columns, rows } }: { readonly page: SnapshotPage }) {
  const t = useTranslations('results');
  const tLook = useTranslations('firstLook');
  const { formatInteger } = useFormats();
  const { priceColumn } = useWorkbenchScope();
  const shownColumns = columns.slice(0, MOST_COLUMNS);
  return (
    <section className={classes['counting']} aria-label={tLook('rows')} aria-busy>
      <RowsTable
        priceColumn={priceColumn}
        columns={columns}
        shownColumns={shownColumns}
        rows={rows}
        label={tLook('rows')}
        scrollerLabel={tLook('rowsScroller')}
      />
      <p role="status" aria-atomic="false" className={classes['status']}>
        <strong>{t('counting')}</strong> {/* The number grows with every request, so it is not announced. */}
        <span aria-live="off">
          {t('countedSoFar', {
            formatted: formatInteger(snapshot.rowCount),
            shown: formatInteger(rows.length),
          })}
        </span>
        {shownColumns.length < columns.length &&
          ` ${tLook('someFields', { shown: formatInteger(shownColumns.length), all: formatInteger(columns.length) })}`}
      </p>
    </section>
  );
}
