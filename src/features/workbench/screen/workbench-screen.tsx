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
  const waiting = useRef<{ readonly addsEntry: boolean } | null>(null);
  useEffect(
    () => () => {
      waiting.current = null;
    },
    [],
  );
  const go: WorkbenchProps['onNavigate'] = (next, how) => {
    // This navigation overtakes the waiting one, which never takes place. If that one would have added a history entry, this one adds it.
    const addsEntry = how?.isReplaced !== true || waiting.current?.addsEntry === true;
    waiting.current = null;
    const packed = packSearch(next);
    const navigate = () => onNavigate(packed.search, { isReplaced: !addsEntry });
    if (packed.lists.size === 0) return navigate();
    const { queryKey } = valueListsQuery(own, packedDigests(packed.search));
    const isKnown = queryClient.getQueryData(queryKey) !== undefined;
    // The next address finds its lists in the cache, whether or not the browser stores them.
    queryClient.setQueryData(queryKey, packed.lists);
    const stored = storeLists(packed.lists).catch(() => undefined);
    if (isKnown) return navigate();
    // Navigates after storing, because a reload before that would find an address without its values.
    const step = { addsEntry };
    waiting.current = step;
    void stored.then(() => {
      if (waiting.current !== step) return undefined;
      waiting.current = null;
      return navigate();
    });
  };
  if (digests.length > 0 && lists.data === undefined)
    return <WorkbenchSkeleton priceColumn={props.priceColumn.displayName} />;
  return <Workbench {...props} address={address} onNavigate={go} />;
}
