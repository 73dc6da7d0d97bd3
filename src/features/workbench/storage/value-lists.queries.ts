import { queryOptions } from '@tanstack/react-query';
import { accountId } from '@/lib/storage/record-storage';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { readLists, type ValueLists } from './value-lists';

export const NO_LISTS: ValueLists = new Map();

/** The lists with these digests, as far as they are stored. Lists never change, because a digest identifies their content. */
export function valueListsQuery(own: OwnRecords, digests: readonly string[]) {
  return queryOptions({
    queryKey: ['value-lists', accountId(own.account), ...digests],
    // Without storage no list is available, which the screen reports as missing lists.
    queryFn: () => readLists(own, digests).catch(() => NO_LISTS),
    enabled: digests.length > 0,
    staleTime: Infinity,
    gcTime: Infinity,
  });
}
