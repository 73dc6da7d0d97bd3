import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { PriceColumn, PriceField } from '@/contract/column';
import { findRefusedUses, isRefusal } from '@/rows/price-rows/find-refused-uses';
import { rememberRefusedUses } from '@/rows/price-rows/refused-uses';
import { viewState } from '@/session/rights/rights';
import { useRights, useServiceClient } from '@/session/session-context';
import { useOwnRecords } from '@/session/use-own-records';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { randomId } from '@/lib/base/random-id';
import { localDay } from '@/lib/formats/iso-date';
import { cacheSnapshot } from '../snapshot/snapshot.queries';
import { addedColumnsOfParameter, addedFields, askedCounts } from '@/analysis/conditions/added-columns';
import { computedField } from '@/analysis/conditions/computed-field';
import type { DraftQuery } from '../model/draft-query';
import type { UnpackedSearch } from '../model/packed-search';
import { queryFromSearch } from '../model/query-address';
import { fieldsFromElsewhere, wholeQueryFromSearch, wholeQueryToSearch } from '../model/whole-query';
import { computedColumnsOfParameter } from '@/analysis/conditions/refinement-address';
import { snapshotViews, viewOfAddress } from '../model/snapshot-view';
import { isSameAddress, positionFromSearch, type WorkbenchSearch } from '../model/workbench-search';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { openRequested } from './open-requested';
import type { RecentRun } from '../storage/recent-runs';
import { useAddRecentRun } from '../storage/workbench-records.mutations';
import { savedViewsQuery } from '../storage/workbench-records.queries';
import { restoredState, storeColumns, useStoredDraft } from './use-stored-draft';
import { createPublishedRows, whileCounting, type PublishedRowsStore } from './published-rows';
import { encodedQuery, type RunRequest, type WorkbenchScope, type WorkbenchStore } from './workbench-state';
import { createWorkbenchStore, type WorkbenchPorts } from './workbench-store';
import type { Workbench } from './use-workbench';

/** The props that the route passes in. */
export interface WorkbenchInput {
  readonly priceColumn: PriceColumn;
  /** All price columns from which columns can be added; none if absent. */
  readonly priceColumns?: readonly PriceColumn[];
  /** The search parameters of the current address, with the lists that they refer to. */
  readonly address: UnpackedSearch<WorkbenchSearch>;
  /** Actions to perform on arrival at the address. A new object is a new request. */
  readonly arrival: {
    /** The field to show in the list of fields; null to show no particular one. */
    readonly shownField: string | null;
    readonly isRun: boolean;
  };
  /** Whether the configuration allows the analysis views. */
  readonly hasAnalysis: boolean;
  /** Called with a snapshot that was taken to be compared with the one on screen. */
  readonly onSnapshotCompared?: (opened: OpenSnapshot) => void;
  readonly onNavigate: (search: WorkbenchSearch, how?: { readonly isReplaced: boolean }) => void;
}

/** Connects a workbench's store (`workbench-state.ts`) to the router, the service and the query cache. */
export function useConnectedWorkbench(input: WorkbenchInput): Workbench {
  const { priceColumn, priceColumns = NO_PRICE_COLUMNS, hasAnalysis } = input;
  const own = useOwnRecords();
  const rights = useRights();
  const today = useToday();
  const isLocked = useCallback((field: PriceField) => viewState(field, rights).state === 'locked', [rights]);
  const { data: allViews, isError } = useQuery(savedViewsQuery(own));
  const scope = useMemo(() => {
    const views = allViews?.filter((view) => view.priceColumn === priceColumn.name) ?? null;
    return { priceColumn, priceColumns, isLocked, readsRows: hasAnalysis, views: isError ? null : views };
  }, [priceColumn, priceColumns, isLocked, hasAnalysis, allViews, isError]);
  const [published] = useState(createPublishedRows);
  const ports = useWorkbenchPorts(scope, own, input, published);
  const [store] = useState(() => createWorkbenchStore(restoredState(input.address.search, scope), ports));
  useOutsideChanges(store, input, scope.views !== null);

  const address = useSettledAddress(store);
  const { v, fields, filter, sort, refine, off, added, order } = address;
  const query = useMemo(
    () => queryFromSearch({ v, fields, filter, sort }, priceColumn, isLocked),
    [v, fields, filter, sort, priceColumn, isLocked],
  );
  const whole = useMemo(() => {
    const search = { v, fields, filter, sort, refine, off, added, order };
    const queryScope = { priceColumn, priceColumns, isLocked, readsRows: hasAnalysis };
    const { draft, problems } = wholeQueryFromSearch(search, queryScope);
    return {
      draft,
      problems,
      text: encodedQuery(draft, queryScope),
      addedFields: fieldsFromElsewhere(search, queryScope),
    };
  }, [v, fields, filter, sort, refine, off, added, order, priceColumn, priceColumns, isLocked, hasAnalysis]);
  const rowFields = useRowFields(address, priceColumn, priceColumns);
  useFieldsKnownLater(store, priceColumns, whole.draft);
  useStoredDraft(priceColumn.name, whole.text, store);
  const views = snapshotViews(hasAnalysis);
  const chosenView = viewOfAddress(address, views);
  // Rendering another view takes long, so React first marks the new tab, and then renders the view in interruptible steps.
  const shownView = useDeferredValue(chosenView);

  return useMemo(() => {
    const { cacheKey, row, problems } = positionFromSearch(address, { hasAnalysis });
    return {
      store,
      priceColumn,
      rights,
      isLocked,
      today,
      // The component `Workbench` replaces this with the day of the snapshot on screen.
      ranOn: today,
      address,
      applied: query.draft,
      appliedWhole: whole.draft,
      addedFields: whole.addedFields,
      rowFields,
      readsRows: hasAnalysis,
      cacheKey,
      row,
      views,
      chosenView,
      shownView,
      addressProblems: [...whole.problems, ...problems],
      published,
    };
  }, [
    store,
    priceColumn,
    rights,
    isLocked,
    today,
    address,
    query,
    whole,
    rowFields,
    hasAnalysis,
    views,
    chosenView,
    shownView,
    published,
  ]);
}

/**
 * Returns the address. A change of `proposal` alone is deferred, because typing a rule of a proposal changes it with every key, and all
 * components that use the address would render before the typed text is shown. The editor of the rules does not wait for the address.
 */
function useSettledAddress(store: WorkbenchStore): WorkbenchSearch {
  const latest = useSyncExternalStore(store.subscribe, () => store.getState().address);
  const deferred = useDeferredValue(latest);
  return isSameAddress({ ...deferred, proposal: latest.proposal }, latest) ? deferred : latest;
}

/**
 * Returns `Workbench.rowFields`. Views compute their rows from the array, so a change of the address makes a new one only if it changes the
 * added columns, the counting columns in use, or the refinement, which has the computed columns.
 */
function useRowFields(
  address: WorkbenchSearch,
  priceColumn: PriceColumn,
  priceColumns: readonly PriceColumn[],
): readonly PriceField[] {
  const { added, refine } = address;
  const sources = useMemo(() => (added === undefined ? [] : addedColumnsOfParameter(added)), [added]);
  const counts = askedCounts(sources, address).join('\n');
  return useMemo(() => {
    const computed = refine === undefined ? [] : computedColumnsOfParameter(refine);
    const further = [
      ...addedFields(sources, { priceColumn, priceColumns }, counts.split('\n')),
      ...computed.map(computedField),
    ];
    return further.length === 0 ? priceColumn.fields : [...priceColumn.fields, ...further];
  }, [sources, counts, refine, priceColumn, priceColumns]);
}

/** Dispatches changes of the address and of the stored views. No other effect controls the workbench. */
function useOutsideChanges(store: WorkbenchStore, input: WorkbenchInput, hasViews: boolean): void {
  const { address, arrival } = input;
  const { actions } = store;
  // This effect also runs after the store's own navigations, because the reducer ignores an address that it already has.
  useEffect(() => {
    actions.followAddress(address.search, { isTooLong: address.isTooLong });
  }, [actions, address]);
  useEffect(() => {
    if (hasViews) actions.followViews();
  }, [actions, hasViews]);
  useEffect(() => {
    if (arrival.shownField !== null) actions.showField(arrival.shownField);
    if (arrival.isRun) actions.runAddress();
  }, [actions, arrival]);
  // Cancels the run, because its response must not navigate back to a screen that the user has left.
  useEffect(() => () => actions.cancelRun(), [actions]);
}

/** Tells the store when price columns, and with them fields of other sources, become known, which can be after a kept copy is shown. */
function useFieldsKnownLater(
  { actions }: WorkbenchStore,
  priceColumns: readonly PriceColumn[],
  applied: DraftQuery | null,
): void {
  const before = useRef({ priceColumns, applied });
  useEffect(() => {
    const { current } = before;
    before.current = { priceColumns, applied };
    if (current.priceColumns !== priceColumns) actions.followFields(current.applied);
  }, [actions, priceColumns, applied]);
}

function useWorkbenchPorts(
  scope: Omit<WorkbenchScope, 'today'>,
  own: OwnRecords,
  { onNavigate, onSnapshotCompared }: WorkbenchInput,
  published: PublishedRowsStore,
): WorkbenchPorts {
  const client = useServiceClient();
  const queryClient = useQueryClient();
  const { mutate: addRecentRun } = useAddRecentRun(own);
  // The store outlives renders, so its ports read the values of the latest render.
  const latest = useRef({ scope, onNavigate, onSnapshotCompared, client, queryClient, addRecentRun });
  useLayoutEffect(() => {
    latest.current = { scope, onNavigate, onSnapshotCompared, client, queryClient, addRecentRun };
  });
  const [ports] = useState((): WorkbenchPorts => ({
    scope: () => ({ ...latest.current.scope, today: localDay(new Date()) }),
    takeSnapshot: async (request, signal) => {
      const { client: service, queryClient: cache, scope: latestScope } = latest.current;
      const { priceColumn } = latestScope;
      try {
        return await whileCounting(published, (onCounting) =>
          openRequested(service, priceColumn, request, signal, onCounting),
        );
      } catch (error) {
        const isToLearn = priceColumn.abilities?.hidesUses === true && isRefusal(error);
        if (isToLearn && request.kind === 'query') {
          // If the reason cannot be found, the refusal itself is shown.
          const found = await findRefusedUses(service, priceColumn, request.query, signal).catch(() => null);
          if (found !== null) rememberRefusedUses(cache, priceColumn.name, found);
        }
        throw error;
      }
    },
    onSnapshotTaken: (opened, request) => {
      const { name } = latest.current.scope.priceColumn;
      cacheSnapshot(latest.current.queryClient, name, opened);
      if (request.purpose === 'compare') return latest.current.onSnapshotCompared?.(opened);
      if (request.kind !== 'query') return;
      latest.current.addRecentRun({
        id: randomId(),
        priceColumn: name,
        query: runQuery(request, latest.current.scope),
        ranAtMs: Date.now(),
        rowCount: opened.snapshot.rowCount,
      });
    },
    navigate: (address, how) => latest.current.onNavigate(address, how),
    storeColumns: (columns) => storeColumns(latest.current.scope.priceColumn.name, columns),
    nowMs: () => performance.now(),
  }));
  return ports;
}

/** Returns the query of a run in the form that recent runs store. */
function runQuery(
  { draft, added }: Extract<RunRequest, { kind: 'query' }>,
  scope: Omit<WorkbenchScope, 'today'>,
): RecentRun['query'] {
  const { off: _, refine, order, ...query } = wholeQueryToSearch(draft, scope);
  return {
    ...query,
    ...(refine !== undefined && { refine }),
    ...(order !== undefined && { order }),
    ...(added !== undefined && { added }),
  };
}

const NO_PRICE_COLUMNS: readonly PriceColumn[] = [];

const DAY_CHECK_MS = 60_000;

/** Returns the current day, and updates after midnight in a tab that stays open. */
function useToday(): string {
  return useSyncExternalStore(subscribeToDay, () => localDay(new Date()));
}

function subscribeToDay(onChange: () => void): () => void {
  const timer = setInterval(onChange, DAY_CHECK_MS);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}
