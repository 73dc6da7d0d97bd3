import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { PriceColumn, PriceField } from '@/contract/column';
import { viewState, type Rights } from '@/session/rights';
import { useRights, useServiceClient } from '@/session/session-context';
import { useOwnRecords } from '@/session/use-own-records';
import { randomId } from '@/shared/storage/random-id';
import { rememberSnapshot } from './api/snapshot.queries';
import { useToday } from './use-today';
import { NO_HISTORY, recorded } from './model/draft-history';
import { WHOLE_COLUMN, type DraftQuery } from './model/draft-query';
import { loadDraft, saveDraft } from './model/draft-storage';
import { queryFromSearch, queryToSearch, type AddressProblem } from './model/query-address';
import type { WorkbenchSearch } from './model/workbench-search';
import { openRequested } from './snapshot/open-requested';
import { rememberRun } from './query/views/recent-runs.queries';
import {
  appliedQuery,
  initialWorkbenchState,
  queryText,
  type RunState,
  type WorkbenchScope,
  type WorkbenchState,
} from './workbench-state';
import {
  createWorkbenchStore,
  type WorkbenchActions,
  type WorkbenchPorts,
  type WorkbenchStore,
} from './workbench-store';

export interface WorkbenchInput {
  readonly priceColumn: PriceColumn;
  /** The address. */
  readonly search: WorkbenchSearch;
  /** Goes to another address of this workbench, as a step of the browser's history. */
  readonly onNavigate: (search: WorkbenchSearch, how?: { readonly isReplaced: boolean }) => void;
}

/** What the parts of a workbench share. */
export interface Workbench {
  readonly store: WorkbenchStore;
  readonly priceColumn: PriceColumn;
  readonly rights: Rights;
  /** Whether the person may not view a field; false where that is not known. */
  readonly isLocked: (field: PriceField) => boolean;
  /** ISO date, by the person's calendar. */
  readonly today: string;
  readonly address: WorkbenchSearch;
  /** The query of the address; null: nothing has been run there. The same object as long as it says the same. */
  readonly applied: DraftQuery | null;
  /** What in the address could not be used. */
  readonly addressProblems: readonly AddressProblem[];
}

const SAVE_DELAY_MS = 300;

/**
 * The controller of a workbench: what is being built, what is applied, what runs, and every way to change it. To be
 * handed to the parts by `WorkbenchProvider`; query builder and results know it, and not each other.
 */
export function useWorkbench({ priceColumn, search, onNavigate }: WorkbenchInput): Workbench {
  const rights = useRights();
  const today = useToday();
  const isLocked = useCallback((field: PriceField) => viewState(field, rights).state === 'locked', [rights]);
  const scope = useMemo(() => ({ priceColumn, isLocked }), [priceColumn, isLocked]);
  const ports = useWorkbenchPorts(scope, onNavigate);
  const [store] = useState(() => createWorkbenchStore(stateOnArrival(search, scope), ports));
  const address = useSyncExternalStore(store.subscribe, () => store.getState().address);

  const followAddress = useEffectEvent(() => {
    store.actions.followAddress(search);
  });
  // The only guard against echoes: an address that the state itself led to is the state's already.
  useEffect(() => {
    followAddress();
  }, [search]);

  // The response to a run of a screen that was left would lead back to it.
  useEffect(() => () => store.actions.cancelRun(), [store]);

  const { v, fields, filter, sort } = address;
  const { draft: applied, problems: addressProblems } = useMemo(
    () => queryFromSearch({ v, fields, filter, sort }, priceColumn, isLocked),
    [v, fields, filter, sort, priceColumn, isLocked],
  );
  useDraftKept(priceColumn.name, applied, store);

  return useMemo(
    () => ({ store, priceColumn, rights, isLocked, today, address, applied, addressProblems }),
    [store, priceColumn, rights, isLocked, today, address, applied, addressProblems],
  );
}

const WorkbenchContext = createContext<Workbench | null>(null);

/** Hands a workbench to its parts. */
export const WorkbenchProvider = WorkbenchContext;

/** What the workbench is about; changes with its address, not with the draft. */
export function useWorkbenchScope(): Omit<Workbench, 'store'> {
  return useWorkbenchContext();
}

/** The state of the workbench. */
export function useWorkbenchState(): WorkbenchState {
  const { store } = useWorkbenchContext();
  return useSyncExternalStore(store.subscribe, store.getState);
}

/** The run, for parts that need not render with every key that is typed into the query. */
export function useWorkbenchRun(): RunState {
  const { store } = useWorkbenchContext();
  return useSyncExternalStore(store.subscribe, () => store.getState().run);
}

/** Calls back when a part of the state is another than before: for what follows from an action, such as the focus. */
export function useOnWorkbenchChange<T>(
  select: (state: WorkbenchState) => T,
  onChange: (value: T, state: WorkbenchState) => void,
): void {
  const { store } = useWorkbenchContext();
  const [selectOnce] = useState(() => select);
  const notify = useEffectEvent(onChange);
  useEffect(() => {
    let last = selectOnce(store.getState());
    return store.subscribe(() => {
      const state = store.getState();
      const value = selectOnce(state);
      if (value === last) return;
      last = value;
      notify(value, state);
    });
  }, [store, selectOnce]);
}

/** The same object for the life of the workbench. */
export function useWorkbenchActions(): WorkbenchActions {
  return useWorkbenchContext().store.actions;
}

function useWorkbenchContext(): Workbench {
  const workbench = use(WorkbenchContext);
  if (workbench === null) throw new Error('There is no workbench around this component.');
  return workbench;
}

function useWorkbenchPorts(scope: WorkbenchScope, onNavigate: WorkbenchInput['onNavigate']): WorkbenchPorts {
  const client = useServiceClient();
  const queryClient = useQueryClient();
  const own = useOwnRecords();
  const current = useRef({ scope, onNavigate, client, queryClient, own });
  useLayoutEffect(() => {
    current.current = { scope, onNavigate, client, queryClient, own };
  });
  const [ports] = useState((): WorkbenchPorts => ({
    scope: () => current.current.scope,
    takeSnapshot: (request, signal) => {
      const { client: service, scope: of } = current.current;
      return openRequested(service, of.priceColumn, request, signal);
    },
    onSnapshotTaken: (opened, request) => {
      const { queryClient: cache, own: records } = current.current;
      const { priceColumn } = current.current.scope;
      rememberSnapshot(cache, priceColumn.name, opened);
      if (request.kind !== 'query') return;
      void rememberRun(cache, records, {
        id: randomId(),
        priceColumn: priceColumn.name,
        query: queryToSearch(request.draft),
        ranAtMs: Date.now(),
        rowCount: opened.snapshot.rowCount,
      });
    },
    navigate: (address, how) => current.current.onNavigate(address, how),
    now: () => new Date(),
  }));
  return ports;
}

/**
 * With the draft that was left here, where the address is still the one it grew from. Else with the applied query; what
 * was built and never run is then one step of undo away.
 */
function stateOnArrival(search: WorkbenchSearch, scope: WorkbenchScope): WorkbenchState {
  const applied = appliedQuery(search, scope);
  const appliedText = queryText(applied);
  const stored = loadDraft(scope.priceColumn.name);
  if (stored?.appliedText === appliedText) {
    return initialWorkbenchState(search, { draft: stored.draft, history: NO_HISTORY });
  }
  const storedText = stored === null ? '' : queryText(stored.draft);
  const isUnrun =
    stored !== null &&
    storedText !== appliedText &&
    storedText !== (stored.appliedText === '' ? queryText(WHOLE_COLUMN) : stored.appliedText);
  return initialWorkbenchState(search, {
    draft: applied ?? WHOLE_COLUMN,
    history: isUnrun ? recorded(NO_HISTORY, stored.draft, null, 0) : NO_HISTORY,
  });
}

/** The draft outlives a reload of the tab. Rendering does not wait for it, nor does it render anything. */
function useDraftKept(priceColumnName: string, applied: DraftQuery | null, store: WorkbenchStore): void {
  const appliedText = useMemo(() => queryText(applied), [applied]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      saveDraft(priceColumnName, appliedText, store.getState().draft);
    };
    const saveSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_DELAY_MS);
    };
    const unsubscribe = store.subscribe(saveSoon);
    saveSoon();
    // A reload within the delay must not lose the last keys.
    window.addEventListener('pagehide', save);
    return () => {
      unsubscribe();
      clearTimeout(timer);
      window.removeEventListener('pagehide', save);
      // Nor may leaving the screen.
      save();
    };
  }, [priceColumnName, appliedText, store]);
}
