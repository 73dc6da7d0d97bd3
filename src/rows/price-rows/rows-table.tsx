import { memo } from 'react';
import type { PriceColumn } from '@/contract/column';
import type { SnapshotRow } from '@/contract/extraction';
import { contentOfCell } from '@/lib/grid/cell-content';
import { useGridTexts } from '@/lib/grid/use-grid-texts';
import { useResultColumns } from './result-columns';
import classes from './rows-table.module.css';

export interface RowsTableProps {
  readonly priceColumn: PriceColumn;
  /** The column names, in the order of the rows' cells. */
  readonly columns: readonly string[];
  /** The columns to show, in this order. The default is all columns. */
  readonly shownColumns?: readonly string[];
  readonly rows: readonly SnapshotRow[];
  readonly label: string;
  readonly scrollerLabel: string;
}

/** Shows some rows as a plain table, without the selection, sorting and copying of a grid. */
export const RowsTable = memo(function RowsTable(props: RowsTableProps) {
  const { priceColumn, columns: names, shownColumns, rows, label, scrollerLabel } = props;
  const { columns, getCell } = useResultColumns({ columns: names }, priceColumn);
  const texts = useGridTexts();
  const shown =
    shownColumns === undefined
      ? columns
      : shownColumns.flatMap((name) => columns.find(({ id }) => id === name) ?? []);
  return (
    // A scrollable region must be focusable by keyboard.
    <div className={classes['scroller']} role="region" aria-label={scrollerLabel} tabIndex={0}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            {shown.map(({ id, label: header, align, title }) => (
              <th key={id} scope="col" data-align={align} title={title}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // The rows have no key other than their index, and they never change their order.
            <tr key={index}>
              {shown.map((column) => {
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
