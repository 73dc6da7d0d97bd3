import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { viewState } from '@/session/rights/rights';
import { useRights } from '@/session/session-context';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { DraftQuery } from '../model/draft-query';
import { describeQuery, describeQueryParts } from '../model/describe-query';
import { queryFromSearch, type QuerySearch } from '../model/query-address';

/** Returns a function that describes queries; given the day of the run (`YYYY-MM-DD`), with the dates that relative days meant. */
export function useDescribeQuery(): (
  draft: DraftQuery,
  priceColumn: Pick<PriceColumn, 'fields'>,
  ranOn?: string,
) => string {
  const t = useTranslations('queryText');
  const { locale, formatInteger } = useFormats();
  return useCallback(
    (draft, priceColumn, ranOn) => describeQuery(draft, priceColumn, { t, locale, formatInteger, ranOn }),
    [t, locale, formatInteger],
  );
}

/** Describes the query of an address in parts; null if one no longer applies, because a description of the rest would mislead. */
export function useDescribeSearch(): (
  search: QuerySearch,
  priceColumn: Pick<PriceColumn, 'fields'>,
) => readonly string[] | null {
  const rights = useRights();
  const t = useTranslations('queryText');
  const { locale, formatInteger } = useFormats();
  return useCallback(
    (search, priceColumn) => {
      const { draft, problems } = queryFromSearch(
        search,
        priceColumn,
        (field) => viewState(field, rights).state === 'locked',
      );
      if (draft === null || problems.length > 0) return null;
      return describeQueryParts(draft, priceColumn, { t, locale, formatInteger });
    },
    [rights, t, locale, formatInteger],
  );
}
