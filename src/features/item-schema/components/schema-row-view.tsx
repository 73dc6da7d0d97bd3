import { VisuallyHidden } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { SchemaRow } from '../model/schema-row';
import { CopyButton } from './copy-button';
import { MarkedText } from './marked-text';
import { OpenCells } from './open-cells';
import { RightLine } from './right-line';
import classes from './schema-row.module.css';
import { useRightsSentences } from './use-schema-words';

export interface SchemaRowViewProps {
  readonly row: SchemaRow;
  /** 1-based, the header being 1. */
  readonly ariaRowIndex: number;
  /** Of the search, folded. */
  readonly words: readonly string[];
  /** Its details are shown. */
  readonly isOpen: boolean;
  readonly isTabStop: boolean;
}

/** One column of the item table. Presses and keys are handled by the table. */
export const SchemaRowView = memo(function SchemaRowView(props: SchemaRowViewProps) {
  const { row, ariaRowIndex, words, isOpen, isTabStop } = props;
  const t = useTranslations('itemSchema');
  const sentences = useRightsSentences();
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
            <MarkedText text={row.name} words={words} />
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
        <OpenCells row={row} words={words} />
      ) : (
        <>
          <td colSpan={5} className={classes['withheld']}>
            <span className={classes['locked']}>
              <IconLock size={14} stroke={1.8} aria-hidden="true" />
              {t('locked')}
            </span>
          </td>
          <td colSpan={2} title={sentences.view(row)}>
            <VisuallyHidden>{t('needs')}</VisuallyHidden>
            <RightLine right={row.viewRight} words={words} />
          </td>
        </>
      )}
    </tr>
  );
});
