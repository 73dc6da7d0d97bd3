import { useCallback } from 'react';
import type { PriceColumn } from '@/contract/column';
import { viewState } from '@/session/rights/rights';
import { useRights } from '@/session/session-context';
import { useWords } from '@/ui/formats/use-words';
import { describeQueryParts } from '../model/describe-query';
import { queryFromSearch, type QuerySearch } from '../model/query-address';

/** Describes the query of an address in parts; null if one no longer applies, because a description of the rest would mislead. */
export function useDescribeSearch(): (
  search: QuerySearch,
  priceColumn: Pick<PriceColumn, 'fields'>,
) => readonly string[] | null {
  const rights = useRights();
  const words = useWords();
  return useCallback(
    (search, priceColumn) => {
      const { draft, problems } = queryFromSearch(
        search,
        priceColumn,
        (field) => viewState(field, rights).state === 'locked',
      );
      return draft === null || problems.length > 0 ? null : describeQueryParts(words, draft, priceColumn);
    },
    [rights, words],
  );
}
