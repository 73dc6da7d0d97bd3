import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { useFormats } from '@/shared/formats/format-settings-context';
import type { DraftQuery } from './model/draft-query';
import { queryWords } from './model/query-words';

/** Says queries in the person's language and formats. */
export function useQueryWords(): (draft: DraftQuery, priceColumn: Pick<PriceColumn, 'fields'>) => string {
  const t = useTranslations('queryWords');
  const { locale, formatInteger } = useFormats();
  return useCallback(
    (draft, priceColumn) => queryWords(draft, priceColumn, { t, locale, formatInteger }),
    [t, locale, formatInteger],
  );
}
