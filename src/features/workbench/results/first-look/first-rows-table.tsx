import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { FirstRows } from '@/contract/first-rows.schema';
import { contentOfCell } from '@/shared/grid/cell-content';
import { useGridTexts } from '@/shared/grid/use-grid-texts';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { useResultColumns } from '../result-columns';
import classes from './first-look.module.css';

/** Some rows as a plain table: nothing in it can be selected, sorted or copied like the rows of a snapshot. */
export const FirstRowsTable = memo(function FirstRowsTable({ firstRows }: { readonly firstRows: FirstRows }) {
  const t = useTranslations('firstLook');
  const { priceColumn } = useWorkbenchScope();
  const { columns, getCell } = useResultColumns(firstRows, priceColumn);
  const texts = useGridTexts();
  return (
    // A scrollable region must be focusable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['scroller']} role="region" aria-label={t('rowsScroller')} tabIndex={0}>
      <table className={classes['table']} aria-label={t('rows')}>
        <thead>
          <tr>
            {columns.map(({ id, label, align, title }) => (
              <th key={id} scope="col" data-align={align} title={title}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {firstRows.rows.map((row, index) => (
            // Rows of a look have no identity but their index.
            <tr key={index}>
              {columns.map((column) => {
                const { text, className, name, title } = contentOfCell(
                  getCell(row, column.id),
                  column,
                  texts,
                );
                return (
                  <td key={column.id} data-align={column.align} className={className} title={title}>
                    {name === undefined || name === text ? (
                      text
                    ) : (
                      <span role="img" aria-label={name}>
                        {text}
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
