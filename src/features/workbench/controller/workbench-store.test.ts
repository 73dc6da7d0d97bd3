import { expect, test, vi } from 'vitest';
import { InexpressibleValueError } from '@/contract/extraction';
import { DEFAULT_COLUMN_STATE } from '@/lib/grid/grid-model';
import { ServiceError } from '@/ui/http/service-error';
import { NO_HISTORY } from '../model/edit-history';
import { WHOLE_COLUMN } from '../model/draft-query';
import { isLockedInTest, TEST_PRICE_COLUMN } from '@/test/test-price-column';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { initialWorkbenchState } from './workbench-state';
import { createWorkbenchStore } from './workbench-store';

function createTestStore() {
  const taken: {
    signal: AbortSignal;
    resolve: (cacheKey: string) => void;
    reject: (error: unknown) => void;
  }[] = [];
  const navigate = vi.fn();
  const onSnapshotTaken = vi.fn();
  const storeColumns = vi.fn();
  const store = createWorkbenchStore(
    initialWorkbenchState({}, { draft: WHOLE_COLUMN, history: NO_HISTORY }),
    {
      scope: () => ({
        priceColumn: TEST_PRICE_COLUMN,
        priceColumns: [TEST_PRICE_COLUMN],
        readsRows: true,
        isLocked: isLockedInTest,
        today: '2026-03-01',
        views: null,
      }),
      takeSnapshot: (_, signal) =>
        new Promise((resolve, reject) => {
          taken.push({
            signal,
            resolve: (cacheKey) => resolve({ snapshot: { cacheKey } } as OpenSnapshot),
            reject,
          });
        }),
      onSnapshotTaken,
      navigate,
      storeColumns,
      nowMs: () => 0,
    },
  );
  const request = (index: number) => {
    const found = taken[index];
    if (found === undefined) throw new Error(`There is no request ${index}.`);
    return found;
  };
  return { ...store, navigate, onSnapshotTaken, storeColumns, request, requestCount: () => taken.length };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a newer run aborts the previous one and ignores its response', async () => {
  const { actions, navigate, request, onSnapshotTaken } = createTestStore();
  actions.run();
  actions.editAndRun({ type: 'sort', columnId: 'Value', direction: 'descending' });
  expect(request(0).signal.aborted).toBe(true);
  request(0).resolve('late');
  request(1).resolve('taken');
  await settled();
  expect(navigate.mock.calls).toEqual([
    [{ v: '1', sort: '-Value', view: undefined, cacheKey: 'taken' }, { isReplaced: false }],
  ]);
  expect(onSnapshotTaken).toHaveBeenCalledOnce();
});

test('a run is aborted when its address is left', async () => {
  const { actions, navigate, request, getState } = createTestStore();
  actions.run();
  actions.followAddress({ v: '1', sort: 'Name' });
  expect(request(0).signal.aborted).toBe(true);
  request(0).resolve('late');
  await settled();
  expect(navigate).not.toHaveBeenCalled();
  expect(getState().run.status).toBe('idle');
});

test('a failure is reported, and retrying repeats the same request', async () => {
  const { actions, request, requestCount, getState } = createTestStore();
  actions.run();
  request(0).reject(new ServiceError({ kind: 'unreachable' }));
  await settled();
  expect(getState().run).toMatchObject({ status: 'failed', failure: { kind: 'service' } });
  actions.retryRun(null);
  expect(requestCount()).toBe(2);
  expect(getState().run.status).toBe('running');
});

test('a query that cannot be written for the service ends the run, and says why', async () => {
  const { actions, request, getState } = createTestStore();
  actions.run();
  request(0).reject(new InexpressibleValueError('Name', 'missing-operator'));
  await settled();
  expect(getState().run).toMatchObject({
    status: 'failed',
    failure: { kind: 'inexpressible', reason: 'missing-operator', column: 'Name' },
  });
});

test('a run that the browser aborted is not a failure', async () => {
  const { actions, request, getState } = createTestStore();
  actions.run();
  request(0).reject(new ServiceError({ kind: 'cancelled' }));
  await settled();
  expect(getState().run.status).toBe('idle');
});

test('changed columns are stored, and other changes store none', () => {
  const { actions, storeColumns } = createTestStore();
  actions.changeColumns({ ...DEFAULT_COLUMN_STATE, hidden: ['Name'] });
  actions.run();
  expect(storeColumns.mock.calls).toEqual([
    [{ viewId: '', columnState: { ...DEFAULT_COLUMN_STATE, hidden: ['Name'] } }],
  ]);
});

test('an address that is too long is navigated to again, to be stored in parts', () => {
  const { actions, navigate } = createTestStore();
  actions.followAddress({ v: '1', sort: 'Name' }, { isTooLong: true });
  expect(navigate.mock.calls).toEqual([[{ v: '1', sort: 'Name' }, { isReplaced: true }]]);
});
