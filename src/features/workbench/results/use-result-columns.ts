import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import { resultColumns, type ResultColumns } from './result-columns';

/** A snapshot's columns in the person's language and formats; the same object as long as these stay. */
export function useResultColumns(
  { columns }: Pick<OpenSnapshot, 'columns'>,
  priceColumn: PriceColumn,
): ResultColumns {
  const t = useTranslations('results');
  const tCommon = useTranslations('common');
  const { locale } = useFormats();
  const trueText = tCommon('true');
  const falseText = tCommon('false');
  const notSent = t('notSent');
  return useMemo(
    () => resultColumns(columns, priceColumn, locale, { true: trueText, false: falseText, notSent }),
    [columns, priceColumn, locale, trueText, falseText, notSent],
  );
}
