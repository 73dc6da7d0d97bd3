import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { packedDigests, packSearch, unpackSearch } from '../model/packed-search';
import type { WorkbenchSearch } from '../model/workbench-search';
import { useOwnRecords } from '@/session/use-own-records';
import { useStoreValueLists } from '../storage/workbench-records.mutations';
import { NO_LISTS, valueListsQuery } from '../storage/workbench-records.queries';
import { Workbench, type WorkbenchProps } from './workbench';
import { WorkbenchSkeleton } from './workbench-skeleton';

export interface WorkbenchScreenProps extends Omit<WorkbenchProps, 'address'> {
  /** The search parameters of the current address. */
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
  const go: WorkbenchProps['onNavigate'] = (next, how) => {
    const packed = packSearch(next);
    if (packed.lists.size === 0) return onNavigate(packed.search, how);
    const { queryKey } = valueListsQuery(own, packedDigests(packed.search));
    const isKnown = queryClient.getQueryData(queryKey) !== undefined;
    // The next address finds its lists in the cache, whether or not the browser stores them.
    queryClient.setQueryData(queryKey, packed.lists);
    const stored = storeLists(packed.lists).catch(() => undefined);
    if (isKnown) return onNavigate(packed.search, how);
    // Navigate after storing: an immediate reload would otherwise find the address without its values.
    void stored.then(() => onNavigate(packed.search, how));
  };
  if (digests.length > 0 && lists.data === undefined)
    return <WorkbenchSkeleton priceColumn={props.priceColumn.displayName} />;
  return <Workbench {...props} address={address} onNavigate={go} />;
}
