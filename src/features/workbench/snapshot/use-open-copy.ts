import type { PriceColumn, PriceField } from '@/contract/column';
import { useOwnRecords } from '@/session/use-own-records';
import type { OpenSnapshot } from './open-snapshot';

/** Returns a function that opens a kept copy, without the columns that the account may not view. Rejects with CopyError. */
export function useOpenCopy(
  { fields }: PriceColumn,
  isLocked: (field: PriceField) => boolean,
): (id: string, signal: AbortSignal) => Promise<OpenSnapshot> {
  const own = useOwnRecords();
  return async (id, signal) => {
    // Loaded on demand: seldom needed.
    const { openKeptCopy } = await import('./open-kept-copy');
    const locked = new Set(fields.filter(isLocked).map(({ name }) => name));
    return openKeptCopy(own, id, (name) => locked.has(name), signal);
  };
}
