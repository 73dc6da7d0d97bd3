import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { useRights } from '@/session/session-context';
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
  const rights = useRights();
  return useMemo(() => {
    const texts = {
      true: tCommon('true'),
      false: tCommon('false'),
      notSent: t('notSent'),
      needsRight: (right: string) => t('needsRight', { right }),
    };
    return resultColumns(columns, priceColumn, locale, texts, rights);
  }, [columns, priceColumn, locale, t, tCommon, rights]);
}
