import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { packedDigests, packSearch, unpackSearch } from './model/packed-search';
import { useOwnRecords } from '@/session/use-own-records';
import { ownerKey } from '@/shared/storage/owned-records';
import { readLists, writeLists } from './storage/value-lists';
import { Workbench, type WorkbenchProps } from './workbench';
import { WorkbenchSkeleton } from './workbench-skeleton';

export type WorkbenchScreenProps = Omit<WorkbenchProps, 'missingLists'>;

/** The workbench of an address whose long lists of values are kept in this browser. */
export function WorkbenchScreen(props: WorkbenchScreenProps) {
  const { search, onNavigate } = props;
  const queryClient = useQueryClient();
  const own = useOwnRecords();
  const digests = packedDigests(search);
  const queryKeyOf = (of: readonly string[]) => ['value-lists', ownerKey(own.owner), ...of] as const;
  const lists = useQuery({
    queryKey: queryKeyOf(digests),
    // Where storage is refused none of them is at hand.
    queryFn: () => readLists(own, digests).catch(() => NO_LISTS),
    enabled: digests.length > 0,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const unpacked = useMemo(() => unpackSearch(search, lists.data ?? NO_LISTS), [search, lists.data]);
  const go: WorkbenchProps['onNavigate'] = (next, how) => {
    const packed = packSearch(next);
    if (packed.lists.size === 0) return onNavigate(packed.search, how);
    const queryKey = queryKeyOf(packedDigests(packed.search));
    const isKnown = queryClient.getQueryData(queryKey) !== undefined;
    // At hand for the address that follows, stored or not.
    queryClient.setQueryData(queryKey, packed.lists);
    const written = writeLists(own, packed.lists).catch(() => undefined);
    if (isKnown) return onNavigate(packed.search, how);
    // Stored before the address says so: whoever reloads at once would find it without its values.
    void written.then(() => onNavigate(packed.search, how));
  };
  // As it comes from a recent run, or from a link that was put together elsewhere.
  const isTooLong = useMemo(() => packSearch(search).lists.size > 0, [search]);
  const shorten = useEffectEvent(() => {
    go(search, { isReplaced: true });
  });
  useEffect(() => {
    if (isTooLong) shorten();
  }, [isTooLong]);

  if (digests.length > 0 && lists.data === undefined) return <WorkbenchSkeleton />;
  return <Workbench {...props} search={unpacked.search} missingLists={unpacked.missing} onNavigate={go} />;
}

const NO_LISTS: ReadonlyMap<string, string> = new Map();
