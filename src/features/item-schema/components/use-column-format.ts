import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Column } from '@/contract/column';
import { createColumnFormat, type ColumnFormat } from '@/shared/formats/column-format';
import { useFormatSettings } from '@/shared/formats/format-settings-context';

/** How the column's values are shown to this person. */
export function useColumnFormat(column: Column): ColumnFormat {
  const t = useTranslations('common');
  const { formats: locale } = useFormatSettings();
  return useMemo(
    () => createColumnFormat(column, { locale, labels: { true: t('true'), false: t('false') } }),
    [column, locale, t],
  );
}
