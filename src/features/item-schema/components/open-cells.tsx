import { IconPencilOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { OpenRow } from '../model/schema-row';
import { foreignKeyText } from '../model/visible-rows';
import { MarkedText } from './marked-text';
import { RightLine } from './right-line';
import { TypeFamilyIcon } from './type-family-icon';
import { useColumnFormat } from './use-column-format';
import { useDefaultText, useRightsSentences } from './use-schema-words';
import classes from './schema-row.module.css';

export interface OpenCellsProps {
  readonly row: OpenRow;
  /** Of the search, folded. */
  readonly words: readonly string[];
}

/** The cells of a column that the person may see, after its name. */
export function OpenCells({ row, words }: OpenCellsProps) {
  const sentences = useRightsSentences();
  return (
    <>
      <td>
        <TypeCell row={row} words={words} />
      </td>
      <td>
        <NullableCell row={row} />
      </td>
      <td>
        <DefaultCell row={row} />
      </td>
      <td>
        <KeysCell row={row} words={words} />
      </td>
      <td>
        <FormatCell row={row} />
      </td>
      <td title={sentences.view(row)}>
        {row.viewRight === null ? <None /> : <RightLine right={row.viewRight} words={words} />}
      </td>
      <td title={sentences.edit(row)}>
        <EditRightCell row={row} words={words} />
      </td>
    </>
  );
}

/** There is nothing: a dash to the eye, a word to the ear. */
function None() {
  const t = useTranslations('itemSchema');
  return (
    <span role="img" aria-label={t('none')} className={classes['quiet']}>
      –
    </span>
  );
}

/** The service should have told, and did not. */
function NotTold() {
  const t = useTranslations('itemSchema');
  return <span className={classes['notTold']}>{t('notTold')}</span>;
}

function TypeCell({ row: { column }, words }: OpenCellsProps) {
  const t = useTranslations('itemSchema');
  return (
    <span className={classes['type']}>
      <span className={classes['typeIcon']}>
        <TypeFamilyIcon column={column} />
      </span>
      <span className={classes['remarked']}>
        {column.typeLabel === '' ? (
          <NotTold />
        ) : (
          <span className={classes['clip']} title={column.typeLabel}>
            <MarkedText text={column.typeLabel} words={words} />
          </span>
        )}
        {!column.isTypeKnown && <span className={classes['remark']}>{t('family.unknown')}</span>}
      </span>
    </span>
  );
}

function NullableCell({ row }: Pick<OpenCellsProps, 'row'>) {
  const t = useTranslations('common');
  if (row.unreadable.has('isNullable')) return <NotTold />;
  return row.column.isNullable ? <span className={classes['quiet']}>{t('yes')}</span> : t('no');
}

function DefaultCell({ row }: Pick<OpenCellsProps, 'row'>) {
  const defaultText = useDefaultText();
  if (row.unreadable.has('defaultExpression')) return <NotTold />;
  if (row.default.kind === 'none') return <None />;
  return (
    <span className={classes['twoLines']} title={row.column.defaultExpression ?? undefined}>
      {row.default.kind === 'expression' ? <code>{row.default.text}</code> : defaultText(row.default)}
    </span>
  );
}

function KeysCell({ row: { column, unreadable }, words }: OpenCellsProps) {
  const t = useTranslations('itemSchema.key');
  const isTold = !unreadable.has('isPrimaryKey') && !unreadable.has('isUnique') && !unreadable.has('isKey');
  const kinds = [
    column.isPrimaryKey ? t('primary') : null,
    column.isUnique ? t('unique') : null,
    // What is primary is a key anyway.
    column.isKey && !column.isPrimaryKey ? t('key') : null,
  ].filter((kind) => kind !== null);
  if (kinds.length === 0 && column.foreignKey === null) return isTold ? <None /> : <NotTold />;
  return (
    <span className={classes['keys']}>
      {kinds.map((kind) => (
        <span key={kind} className={classes['key']}>
          {kind}
        </span>
      ))}
      {column.foreignKey !== null && (
        <span className={classes['clip']} title={foreignKeyText(column.foreignKey)}>
          <span role="img" aria-label={t('foreign')} className={classes['arrow']}>
            →
          </span>{' '}
          <MarkedText text={foreignKeyText(column.foreignKey)} words={words} />
        </span>
      )}
    </span>
  );
}

function FormatCell({ row: { column, unreadable } }: Pick<OpenCellsProps, 'row'>) {
  const t = useTranslations('itemSchema');
  const format = useColumnFormat(column);
  const sample = format.sample();
  if (unreadable.has('formatting')) return <NotTold />;
  return (
    <span className={classes['remarked']}>
      <span className={classes['format']}>
        {sample === '' ? (
          <span className={classes['quiet']}>{t('asStored')}</span>
        ) : (
          <span className={classes['sample']} title={sample}>
            <span className={classes['twoLines']}>{sample}</span>
          </span>
        )}
        {column.formatting !== '' && (
          <span className={classes['pattern']} title={column.formatting}>
            {column.formatting}
          </span>
        )}
      </span>
      {!format.isKnown && <span className={classes['remark']}>{t('unknownFormat')}</span>}
    </span>
  );
}

function EditRightCell({ row, words }: OpenCellsProps) {
  const t = useTranslations('itemSchema');
  const { edit, editRights, unreadable } = row;
  const isNeverEdited = edit.state === 'read-only' && edit.reason.kind === 'can-edit-false';
  if (unreadable.has('canEdit')) return <NotTold />;
  return (
    <span className={classes['editRights']}>
      {isNeverEdited && (
        <span className={classes['readOnly']}>
          <IconPencilOff size={14} stroke={1.8} aria-hidden="true" />
          {t('readOnly')}
        </span>
      )}
      {editRights.map((right) => (
        <RightLine key={right.id} right={right} words={words} />
      ))}
      {editRights.length === 0 && !isNeverEdited && <None />}
    </span>
  );
}
