import { VisuallyHidden } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { FlexRender } from '@tanstack/react-table';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { ReadTableRow } from '@/ui/components/read-table';
import type { SchemaRow } from '../model/schema-row';
import type { SchemaColumnId } from '../model/schema-view';
import { CopyButton } from './copy-button';
import { MarkedText } from './marked-text';
import { RightLabel } from './right-label';
import classes from './schema-row.module.css';
import { useRightsText } from './use-schema-text';

export interface SchemaRowViewProps {
  readonly row: ReadTableRow<SchemaRow>;
  /** The table columns whose cells are rendered. The name comes first and the rights come last. */
  readonly columnIds: readonly SchemaColumnId[];
  /** The 1-based index of the table row. The header has the index 1. */
  readonly ariaRowIndex: number;
  readonly isOpen: boolean;
  readonly isTabStop: boolean;
}

/** A table row that shows one column of the item table. The table handles the row's clicks and keys. */
export const SchemaRowView = memo(function SchemaRowView(props: SchemaRowViewProps) {
  const { row: tableRow, columnIds, ariaRowIndex, isOpen, isTabStop } = props;
  const row = tableRow.original;
  const t = useTranslations('itemSchema');
  const rightsText = useRightsText();
  const titles = new Map([['view', rightsText.view(row)]]);
  if (row.kind === 'open') titles.set('edit', rightsText.edit(row));
  const nameId = `column-${row.ordinal}`;
  const markId = `${nameId}-mark`;
  const tabIndex = isTabStop ? 0 : -1;
  const isKey = row.kind === 'open' && (row.column.isPrimaryKey || row.column.isKey);
  return (
    <tr
      aria-rowindex={ariaRowIndex}
      aria-current={isOpen || undefined}
      data-ordinal={row.ordinal}
      className={classes['row']}
    >
      <th scope="row" aria-labelledby={row.isIncomplete ? `${nameId} ${markId}` : nameId}>
        <span className={classes['name']}>
          <button
            type="button"
            id={nameId}
            data-row-button=""
            data-key={isKey || undefined}
            tabIndex={tabIndex}
            className={classes['nameButton']}
            title={row.name}
          >
            <MarkedText text={row.name} />
          </button>
          {row.isIncomplete && (
            <span id={markId} className={classes['remark']}>
              {t('incomplete')}
            </span>
          )}
          <span className={classes['copy']}>
            <CopyButton
              label={t('copy.name', { name: row.name })}
              text={row.name}
              what={row.name}
              tabIndex={tabIndex}
            />
          </span>
        </span>
      </th>
      {row.kind === 'open' ? (
        tableRow
          .getAllCells()
          .slice(1)
          .filter((cell) => columnIds.some((columnId) => columnId === cell.column.id))
          .map((cell) => (
            <td key={cell.id} title={titles.get(cell.column.id)}>
              <FlexRender cell={cell} />
            </td>
          ))
      ) : (
        <>
          <td colSpan={columnIds.length - 3} className={classes['withheld']}>
            <span className={classes['locked']}>
              <IconLock size={14} stroke={1.8} aria-hidden="true" />
              {t('locked')}
            </span>
          </td>
          <td colSpan={2} title={titles.get('view')}>
            <VisuallyHidden>{t('needs')}</VisuallyHidden>
            <RightLabel right={row.viewRight} />
          </td>
        </>
      )}
    </tr>
  );
});
