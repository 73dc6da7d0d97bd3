import { Button } from '@mantine/core';
import { IconKey, IconLock, IconLockQuestion } from '@tabler/icons-react';
import { memo, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { viewState } from '@/session/rights/rights';
import { useRights } from '@/session/session-context';
import { rightText } from '@/session/rights/right-text';
import { createColumnFormat } from '@/lib/formats/column-format';
import { useFormats } from '@/ui/formats/format-settings-context';
import { typeText } from '@/ui/formats/type-text';
import { useWords } from '@/ui/formats/use-words';
import table from '@/rows/price-rows/rows-table.module.css';
import classes from './first-look.module.css';

/** The number of fields that are listed at first. Others are listed on request, because each takes time to render. */
const MOST_LISTED = 50;

/** The fields of a price column, with their types in words and a description from the metadata. */
export const FieldsTable = memo(function FieldsTable({ fields }: { readonly fields: readonly PriceField[] }) {
  const t = useTranslations('firstLook');
  const { formatInteger } = useFormats();
  const [isWhole, setWhole] = useState(false);
  if (fields.length === 0) return <p>{t('noFields')}</p>;
  const listed = isWhole ? fields : fields.slice(0, MOST_LISTED);
  return (
    // A scrollable region must be focusable by keyboard.
    <div className={classes['fields']} role="region" aria-label={t('fields')} tabIndex={0}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('type')}</th>
            <th scope="col">{t('description')}</th>
          </tr>
        </thead>
        <tbody>
          {listed.map((field) => (
            <FieldLine key={field.name} field={field} />
          ))}
        </tbody>
      </table>
      {listed.length < fields.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          {t('allFields', { all: formatInteger(fields.length) })}
        </Button>
      )}
    </div>
  );
});

function FieldLine({ field }: { readonly field: PriceField }) {
  const t = useTranslations('firstLook');
  const words = useWords();
  const view = viewState(field, useRights());
  const describe = useFieldDescription();
  const isLocked = view.state === 'locked';
  return (
    <tr data-locked={isLocked || undefined}>
      <th scope="row">
        <span className={classes['name']}>
          {field.name}
          {isLocked ? (
            <IconLock size={14} stroke={1.6} aria-hidden="true" />
          ) : (
            field.isKey && <IconKey size={14} stroke={1.6} aria-hidden="true" />
          )}
        </span>
      </th>
      {/* A locked field shows nothing but its name and the missing right. */}
      <td>{isLocked ? '' : typeText(words, field)}</td>
      <td>
        {view.state === 'locked' ? (
          <span title={view.right}>{t('locked', { right: rightText(words.of('rights'), view.right) })}</span>
        ) : (
          <>
            {describe(field)}
            {view.state === 'unknown' && (
              <span className={classes['mayBeLocked']} title={view.right}>
                <IconLockQuestion size={14} stroke={1.6} aria-hidden="true" /> {t('mayBeLocked')}
              </span>
            )}
          </>
        )}
      </td>
    </tr>
  );
}

function useFieldDescription(): (field: PriceField) => string {
  const t = useTranslations('firstLook');
  const tCommon = useTranslations('common');
  const { locale } = useFormats();
  return useMemo(
    () => (field) => {
      const labels = { true: tCommon('true'), false: tCommon('false') };
      const sample = field.type === 'text' ? '' : createColumnFormat(field, { locale, labels }).sample();
      return [
        (field.isKey || field.isPrimaryKey) && t('isKey'),
        field.isPriceColumn === true && t('isPrice'),
        field.foreignKey !== null && t('refersTo', field.foreignKey),
        !field.isNullable && t('isFilled'),
        sample !== '' && t('sample', { sample }),
        !field.isFilterable && t('notFilterable'),
        !field.isSortable && t('notSortable'),
      ]
        .filter((part) => part !== false)
        .join(' · ');
    },
    [t, tCommon, locale],
  );
}
