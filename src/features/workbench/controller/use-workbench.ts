import { createContext, use, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { PriceColumn, PriceField } from '@/contract/column';
import type { Rights } from '@/session/rights/rights';
import type { DraftQuery } from '../model/draft-query';
import type { SnapshotView } from '../model/snapshot-view';
import type { AddressProblem, WorkbenchSearch } from '../model/workbench-search';
import type { PublishedRowsStore } from './published-rows';
import type { ComponentRequest, RunState, WorkbenchState, WorkbenchStore } from './workbench-state';
import type { WorkbenchActions } from './workbench-actions';

/** Values that the components of a workbench share. They change with the address and the rights, not with the draft. */
export interface Workbench {
  readonly store: WorkbenchStore;
  readonly priceColumn: PriceColumn;
  readonly rights: Rights;
  /** Whether the user lacks the right to view a field; false while the right is unknown. */
  readonly isLocked: (field: PriceField) => boolean;
  /** The current day in the user's time zone, as an ISO date. */
  readonly today: string;
  /** The day on which the rows on screen were requested, which their relative dates were resolved to. Before a run, it is today. */
  readonly ranOn: string;
  readonly address: WorkbenchSearch;
  /** The service's part of the query in the address; null if there is no query. The object changes only together with the query. */
  readonly applied: DraftQuery | null;
  /** The whole query of the address, with the part that the browser applies. */
  readonly appliedWhole: DraftQuery | null;
  /** Fields of other sources that the address adds. */
  readonly addedFields: readonly PriceField[];
  /** The fields of the rows that the views show: those of the service, then the added columns and the computed columns of the address. */
  readonly rowFields: readonly PriceField[];
  /** Whether the browser can apply filters to rows that it has read. */
  readonly readsRows: boolean;
  /** The key of the snapshot in the address; null if there is none. */
  readonly cacheKey: string | null;
  /** The 0-based row that the address points to; null if there is none. */
  readonly row: number | null;
  readonly views: readonly SnapshotView[];
  readonly chosenView: SnapshotView;
  /** The view that is rendered. It follows `chosenView` with a short delay. */
  readonly shownView: SnapshotView;
  readonly addressProblems: readonly AddressProblem[];
  /** Values that the grid and `RowsReadArea` publish for components that do not import them. */
  readonly published: PublishedRowsStore;
}

const WorkbenchContext = createContext<Workbench | null>(null);

export const WorkbenchProvider = WorkbenchContext;

/** Returns the values that the components share. A component that uses them does not render when the draft changes. */
export function useWorkbenchScope(): Omit<Workbench, 'store'> {
  return useWorkbenchContext();
}

/** Returns the whole state. The component renders with every action, including each keystroke in the query. */
export function useWorkbenchState(): WorkbenchState {
  const { store } = useWorkbenchContext();
  return useSyncExternalStore(store.subscribe, store.getState);
}

/** Returns the run alone, for components that must not render with every keystroke in the query. */
export function useWorkbenchRun(): RunState {
  const { store } = useWorkbenchContext();
  return useSyncExternalStore(store.subscribe, () => store.getState().run);
}

/** Returns the current `proposal` parameter of the address. The address of `useWorkbenchScope` is updated later. */
export function useProposalOfAddress(): string | undefined {
  const { store } = useWorkbenchContext();
  return useSyncExternalStore(store.subscribe, () => store.getState().address.proposal);
}

/** Returns the incomplete rules of a proposal as they were at the first render, to restore them when the rules are opened. */
export function useKeptRules(): WorkbenchState['rules'] {
  const { store } = useWorkbenchContext();
  const [kept] = useState(() => store.getState().rules);
  return kept;
}

/** Calls `onChange` when the selected part of the state changes, for side effects of an action such as moving the focus. */
export function useOnWorkbenchChange<T>(
  select: (state: WorkbenchState) => T,
  onChange: (value: T) => void,
): void {
  const { store } = useWorkbenchContext();
  const [selectOnce] = useState(() => select);
  const notify = useEffectEvent(onChange);
  useEffect(() => {
    let last = selectOnce(store.getState());
    return store.subscribe(() => {
      const value = selectOnce(store.getState());
      if (value === last) return;
      last = value;
      notify(value);
    });
  }, [store, selectOnce]);
}

/** Carries out the requests of one type (`WorkbenchState.request`). */
export function useOnRequest<Type extends ComponentRequest['type']>(
  type: Type,
  onRequest: (request: Extract<ComponentRequest, { readonly type: Type }>) => void,
): void {
  const isOfType = (
    request: ComponentRequest | null,
  ): request is Extract<ComponentRequest, { readonly type: Type }> => request?.type === type;
  useOnWorkbenchChange(
    ({ request }) => (isOfType(request) ? request : null),
    (request) => {
      if (request !== null) onRequest(request);
    },
  );
}

/** Returns the actions, which stay the same object for the life of the workbench. */
export function useWorkbenchActions(): WorkbenchActions {
  return useWorkbenchContext().store.actions;
}

function useWorkbenchContext(): Workbench {
  const workbench = use(WorkbenchContext);
  if (workbench === null) throw new Error('There is no workbench around this component.');
  return workbench;
}
