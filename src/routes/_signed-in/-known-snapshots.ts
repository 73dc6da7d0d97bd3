import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useKnownPriceColumns } from '@/features/price-columns/api/price-columns.queries';
import { knownSnapshotsQuery } from '@/features/snapshots/api/known-snapshots.queries';
import {
  listedSnapshots,
  type DescribableSnapshot,
  type DescribedSnapshot,
} from '@/features/snapshots/model/listed-snapshots';
import { useOriginText } from '@/features/snapshots/use-origin-text';
import type { ComparableOf, ComparableSnapshot } from '@/features/workbench/model/compare-with';
import { useDescribeSearch } from '@/features/workbench/texts/use-describe-search';
import { keptCopiesQuery } from '@/rows/kept-copies/kept-copies.queries';
import { useKeptCopiesMode } from '@/rows/kept-copies/kept-copies-mode';
import { copyCacheKey, isReadable, type KeptCopy } from '@/rows/kept-copies/kept-copy';
import { useOwnRecords } from '@/session/use-own-records';

/** Returns a function that describes a snapshot of this browser's list in the current language. */
export function useDescribeSnapshot(): (snapshot: DescribableSnapshot) => DescribedSnapshot {
  const priceColumns = useKnownPriceColumns();
  const describeSearch = useDescribeSearch();
  return useCallback(
    ({ priceColumn, displayName, search, words }) => {
      const column = priceColumns.find(({ name }) => name === priceColumn);
      // The stored description is in the language that was used when it was stored, so it is only a fallback.
      const stored = words === null ? null : [words];
      if (column === undefined) return { displayName, parts: stored };
      if (column.areFieldsListed === false) return { displayName: column.displayName, parts: stored };
      return { displayName: column.displayName, parts: describeSearch(search, column) ?? stored };
    },
    [priceColumns, describeSearch],
  );
}

/** Returns a function that lists a price column's snapshots that this browser knows or has saved; empty if storage is refused. */
export function useComparableOf(): ComparableOf {
  const t = useTranslations('snapshots');
  const describe = useDescribeSnapshot();
  const originText = useOriginText();
  const own = useOwnRecords();
  const { data, isPending } = useQuery(knownSnapshotsQuery(own));
  const { data: copies } = useQuery({ ...keptCopiesQuery(own), enabled: useKeptCopiesMode() !== 'never' });
  return useMemo(() => {
    const comparableOf = (priceColumn: string): readonly ComparableSnapshot[] => {
      const kept = (copies ?? []).filter(
        (copy) => isReadable(copy) && copy.priceColumn['name'] === priceColumn,
      );
      const known = (data ?? []).filter((snapshot) => snapshot.priceColumn === priceColumn);
      const snapshots = listedSnapshots(known, describe).map(({ snapshot, query, needsSeconds }) => ({
        cacheKey: snapshot.cacheKey,
        // The label names only the parts of the query that differ between the snapshots.
        label: snapshot.name ?? query?.own.join(' · ') ?? originText(snapshot, false) ?? '',
        rowCount: snapshot.rowCount,
        takenAtMs: snapshot.takenAtMs,
        expiresAtMs: snapshot.expiresAtMs,
        needsSeconds,
        search: snapshot.search,
        kept: null,
      }));
      const comparableCopy = ({ id, name, rowCount, takenAtMs, search, ...copy }: KeptCopy) => ({
        cacheKey: copyCacheKey(id),
        label: t('keptCopy', { name }),
        rowCount,
        takenAtMs,
        expiresAtMs: null,
        needsSeconds: false,
        search,
        kept: { atMs: copy.keptAtMs, cacheKey: copy.cacheKey },
      });
      return [...snapshots, ...kept.map(comparableCopy)].toSorted((a, b) => b.takenAtMs - a.takenAtMs);
    };
    return Object.assign(comparableOf, { isReading: isPending });
  }, [data, isPending, copies, describe, originText, t]);
}
