import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { packedDigests, packSearch, unpackSearch } from '../model/packed-search';
import type { WorkbenchSearch } from '../model/workbench-search';
import { useOwnRecords } from '@/session/use-own-records';
import { useStoreValueLists } from '../storage/workbench-records.mutations';
import { NO_LISTS, valueListsQuery } from '../storage/workbench-records.queries';
import { Workbench, type WorkbenchProps } from './workbench';
import { WorkbenchSkeleton } from './workbench-skeleton';

export interface WorkbenchScreenProps extends Omit<WorkbenchProps, 'address'> {
  readonly search: WorkbenchSearch;
}

/** Shows the workbench of an address, whose long lists of values are stored in this browser. */
export function WorkbenchScreen({ search, onNavigate, ...props }: WorkbenchScreenProps) {
  const queryClient = useQueryClient();
  const own = useOwnRecords();
  const { mutateAsync: storeLists } = useStoreValueLists(own);
  const digests = packedDigests(search);
  const lists = useQuery(valueListsQuery(own, digests));
  const address = useMemo(() => unpackSearch(search, lists.data ?? NO_LISTS), [search, lists.data]);
  /** The navigation that waits until its lists are stored; null if there is none, or if the user has left the screen. */
  const pending = useRef<{ readonly isReplaced: boolean } | null>(null);
  useEffect(
    () => () => {
      pending.current = null;
    },
    [],
  );
  const go: WorkbenchProps['onNavigate'] = (next, how) => {
    // If the pending navigation would have added a history entry, the navigation that overtakes it adds the entry.
    const step = { isReplaced: how?.isReplaced === true && pending.current?.isReplaced !== false };
    pending.current = null;
    const packed = packSearch(next);
    if (packed.lists.size === 0) return onNavigate(packed.search, step);
    const { queryKey } = valueListsQuery(own, packedDigests(packed.search));
    const isKnown = queryClient.getQueryData(queryKey) !== undefined;
    // The next address finds its lists in the cache, whether or not the browser stores them.
    queryClient.setQueryData(queryKey, packed.lists);
    const stored = storeLists(packed.lists).catch(() => undefined);
    if (isKnown) return onNavigate(packed.search, step);
    // Navigates after storing, because a reload before that would find an address without its values.
    pending.current = step;
    void stored.then(() => {
      if (pending.current !== step) return undefined;
      pending.current = null;
      return onNavigate(packed.search, step);
    });
  };
  if (digests.length > 0 && lists.data === undefined)
    return <WorkbenchSkeleton priceColumn={props.priceColumn.displayName} />;
  return <Workbench {...props} address={address} onNavigate={go} />;
}
