import { useCallback } from 'react';
import type { PriceColumn, PriceField } from '@/contract/column';
import { viewState } from '@/session/rights/rights';
import { useRights } from '@/session/session-context';
import { useWords } from '@/ui/formats/use-words';
import { describeQueryParts } from '../model/describe-query';
import { wholeQueryFromSearch, type WholeQuerySearch } from '../model/whole-query';

/** No other price columns are known here, so filters and formulas with their columns are left out of a description. */
const NO_OTHERS: readonly PriceColumn[] = [];

/** Says nothing of a query while the fields of its price column are not known. */
const NOTHING_KNOWN: readonly string[] = [];

/** Returns a function that describes a query in parts. It returns null if a part no longer applies, because the rest would mislead. */
export function useDescribeSearch(): (
  search: WholeQuerySearch,
  priceColumn: PriceColumn,
) => readonly string[] | null {
  const rights = useRights();
  const words = useWords();
  return useCallback(
    (search, priceColumn) => {
      if (priceColumn.areFieldsListed === false) return NOTHING_KNOWN;
      const isLocked = (field: PriceField) => viewState(field, rights).state === 'locked';
      const scope = { priceColumn, priceColumns: NO_OTHERS, isLocked, readsRows: true };
      const { draft, problems } = wholeQueryFromSearch(search, scope);
      return draft === null || problems.length > 0 ? null : describeQueryParts(words, draft, priceColumn);
    },
    [rights, words],
  );
}
