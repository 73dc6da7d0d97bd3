import { DEFAULT_COLUMN_STATE } from '@/lib/grid/grid-model';
import { NO_HISTORY } from '@/features/workbench/model/edit-history';
import { WHOLE_COLUMN } from '@/features/workbench/model/draft-query';
import type { QueryEdit } from '@/features/workbench/model/query-edit';
import { isLockedInTest, TEST_PRICE_COLUMN } from './test-price-column';
import type { WorkbenchSearch } from '@/features/workbench/model/workbench-search';
import { workbenchReducer } from '@/features/workbench/controller/workbench-reducer';
import {
  appliedQuery,
  initialWorkbenchState,
  type WorkbenchScope,
  type WorkbenchState,
} from '@/features/workbench/controller/workbench-state';
import type { OpenableView, WorkbenchAction } from '@/features/workbench/controller/workbench-actions';

export const TEST_SCOPE: WorkbenchScope = {
  priceColumn: TEST_PRICE_COLUMN,
  priceColumns: [TEST_PRICE_COLUMN],
  readsRows: true,
  isLocked: isLockedInTest,
  today: '2026-03-01',
  views: null,
};
export const NO_ADDRESS: WorkbenchSearch = {};
export const ALL_COLUMNS = TEST_PRICE_COLUMN.fields
  .filter((field) => !isLockedInTest(field))
  .map(({ name }) => name);

export function reduce(state: WorkbenchState, ...actions: readonly WorkbenchAction[]): WorkbenchState {
  return reduceIn(TEST_SCOPE, state, ...actions);
}

export function reduceIn(
  scope: WorkbenchScope,
  state: WorkbenchState,
  ...actions: readonly WorkbenchAction[]
) {
  return actions.reduce((current, action) => workbenchReducer(current, action, scope), state);
}

export function stateAt(
  address: WorkbenchSearch,
  draft = appliedQuery(address, TEST_SCOPE) ?? WHOLE_COLUMN,
): WorkbenchState {
  return initialWorkbenchState(address, { draft, history: NO_HISTORY });
}

export function edit(queryEdit: QueryEdit): WorkbenchAction {
  return { type: 'edit', edit: queryEdit, mergeKey: null, atMs: 0 };
}

export function reorder(order: readonly string[]): WorkbenchAction {
  return { type: 'columnsChanged', columnState: { ...DEFAULT_COLUMN_STATE, order } };
}

export function sort(columnId: string): WorkbenchAction {
  return edit({ type: 'sort', columnId, direction: 'descending' });
}

export const RUN: WorkbenchAction = { type: 'run' };
export const FAILURE = { kind: 'service', failure: { kind: 'unreachable' } } as const;

export function succeeded(id: number, cacheKey = `key-${id}`): WorkbenchAction {
  return { type: 'runSucceeded', id, cacheKey };
}

/** An edit that makes the draft query invalid, because the added condition has no value. */
export const UNRUNNABLE = edit({ type: 'add-column-filter', columnId: 'Name' });

export const VALUE_DESCENDING: WorkbenchSearch = { v: '1', sort: '-Value' };
export const NAME_DESCENDING = { v: '1', sort: '-Name' };

export const MY_VIEW: OpenableView = {
  id: 'mine',
  query: NAME_DESCENDING,
  arrangement: null,
  runsOnOpen: false,
};
