import {
  IconCalendar,
  IconHash,
  IconLetterCase,
  IconPencilOff,
  IconQuestionMark,
  IconToggleLeft,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslations } from 'use-intl';
import { foreignKeyText, type OpenRow, type SchemaRow } from '../model/schema-row';
import { MarkedText } from './marked-text';
import { RightLabel } from './right-label';
import classes from './schema-row.module.css';
import { useColumnFormat, useDefaultText } from './use-schema-text';

interface OpenCellProps {
  readonly row: OpenRow;
}

interface SchemaCellProps {
  readonly row: { readonly original: SchemaRow };
}

/** Wraps a cell for the table model. Locked rows get no cells, because their content is withheld. */
function schemaCell(Cell: ComponentType<OpenCellProps>) {
  return function SchemaCell({ row: { original } }: SchemaCellProps) {
    return original.kind === 'locked' ? null : <Cell row={original} />;
  };
}

/** Shows a dash if there is no value, with a name for screen readers. */
function None() {
  const t = useTranslations('itemSchema');
  return (
    <span role="img" aria-label={t('none')} className={classes['quiet']}>
      –
    </span>
  );
}

function NotProvided() {
  const t = useTranslations('itemSchema');
  return <span className={classes['notStated']}>{t('notStated')}</span>;
}

export const TypeCell = schemaCell(function TypeCell({ row: { column } }: OpenCellProps) {
  const t = useTranslations('itemSchema');
  return (
    <span className={classes['type']}>
      <span className={classes['typeIcon']}>
        <TypeFamilyIcon type={column.type} isTypeKnown={column.isTypeKnown} />
      </span>
      <span className={classes['remarked']}>
        {column.typeLabel === '' ? (
          <NotProvided />
        ) : (
          <span className={classes['clip']} title={column.typeLabel}>
            <MarkedText text={column.typeLabel} />
          </span>
        )}
        {!column.isTypeKnown && <span className={classes['remark']}>{t('family.unknown')}</span>}
      </span>
    </span>
  );
});

const FAMILY_ICONS = {
  text: IconLetterCase,
  number: IconHash,
  date: IconCalendar,
  boolean: IconToggleLeft,
  unknown: IconQuestionMark,
} as const;

function TypeFamilyIcon({ type, isTypeKnown }: Pick<OpenRow['column'], 'type' | 'isTypeKnown'>) {
  const t = useTranslations('itemSchema.family');
  const family = isTypeKnown ? type : 'unknown';
  const Icon = FAMILY_ICONS[family];
  return <Icon size={15} stroke={1.6} role="img" aria-label={t(family)} />;
}

export const NullableCell = schemaCell(function NullableCell({ row }: OpenCellProps) {
  const t = useTranslations('common');
  if (row.unreadable.has('isNullable')) return <NotProvided />;
  return row.column.isNullable ? <span className={classes['quiet']}>{t('yes')}</span> : t('no');
});

export const DefaultCell = schemaCell(function DefaultCell({ row }: OpenCellProps) {
  const defaultText = useDefaultText();
  if (row.unreadable.has('defaultExpression')) return <NotProvided />;
  if (row.default.kind === 'none') return <None />;
  return (
    <span className={classes['twoLines']} title={row.column.defaultExpression ?? undefined}>
      {row.default.kind === 'expression' ? <code>{row.default.text}</code> : defaultText(row.default)}
    </span>
  );
});

export const KeysCell = schemaCell(function KeysCell({ row: { column, unreadable } }: OpenCellProps) {
  const t = useTranslations('itemSchema.key');
  const isProvided =
    !unreadable.has('isPrimaryKey') && !unreadable.has('isUnique') && !unreadable.has('isKey');
  const kinds = [
    column.isPrimaryKey ? t('primary') : null,
    column.isUnique ? t('unique') : null,
    // A primary key is always a key, so only the primary key is named.
    column.isKey && !column.isPrimaryKey ? t('key') : null,
  ].filter((kind) => kind !== null);
  if (kinds.length === 0 && column.foreignKey === null) return isProvided ? <None /> : <NotProvided />;
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
          <MarkedText text={foreignKeyText(column.foreignKey)} />
        </span>
      )}
    </span>
  );
});

export const FormatCell = schemaCell(function FormatCell({ row: { column, unreadable } }: OpenCellProps) {
  const t = useTranslations('itemSchema');
  const format = useColumnFormat(column);
  const sample = format.sample();
  if (unreadable.has('formatting')) return <NotProvided />;
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
});

export const ViewRightCell = schemaCell(function ViewRightCell({ row: { viewRight } }: OpenCellProps) {
  return viewRight === null ? <None /> : <RightLabel right={viewRight} />;
});

export const EditRightCell = schemaCell(function EditRightCell({ row }: OpenCellProps) {
  const t = useTranslations('itemSchema');
  const { edit, editRights, unreadable } = row;
  const isNeverEdited = edit.state === 'read-only' && edit.reason.kind === 'can-edit-false';
  if (unreadable.has('canEdit')) return <NotProvided />;
  return (
    <span className={classes['editRights']}>
      {isNeverEdited && (
        <span className={classes['readOnly']}>
          <IconPencilOff size={14} stroke={1.8} aria-hidden="true" />
          {t('readOnly')}
        </span>
      )}
      {editRights.map((right) => (
        <RightLabel key={right.id} right={right} />
      ))}
      {editRights.length === 0 && !isNeverEdited && <None />}
    </span>
  );
});
