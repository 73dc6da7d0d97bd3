import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PriceColumn, PriceField } from '@/contract/column';
import { keptCopyQuery } from '@/rows/kept-copies/kept-copies.queries';
import { copyIdOf } from '@/rows/kept-copies/kept-copy';
import { useOwnRecords } from '@/session/use-own-records';
import { loadedLater } from '@/ui/page-version/all-parts';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';

const loadOpenKeptCopy = loadedLater(() => import('./open-kept-copy'));

/** Returns a function that opens a kept copy, without the columns that the account may not view. Rejects with CopyError. */
export function useOpenCopy(
  { fields }: PriceColumn,
  isLocked: (field: PriceField) => boolean,
): (id: string, signal: AbortSignal) => Promise<OpenSnapshot> {
  const own = useOwnRecords();
  return async (id, signal) => {
    const { openKeptCopy } = await loadOpenKeptCopy();
    const locked = new Set(fields.filter(isLocked).map(({ name }) => name));
    return openKeptCopy(own, id, (name) => locked.has(name), signal);
  };
}

/** Returns the current name of the kept copy that a cache key identifies; null for any other key, and until the name is known. */
export function useCopyName(cacheKey: string | null): string | null {
  return useQuery(keptCopyQuery(useOwnRecords(), copyIdOf(cacheKey))).data?.name ?? null;
}

/** Returns the snapshot with the current name of its kept copy, which may have been renamed after it was opened. */
export function useNamed(opened: OpenSnapshot | null, name: string | null): OpenSnapshot | null {
  return useMemo(() => {
    if (opened?.keptCopy === undefined || name === null || opened.keptCopy.name === name) return opened;
    return { ...opened, keptCopy: { ...opened.keptCopy, name } };
  }, [opened, name]);
}
