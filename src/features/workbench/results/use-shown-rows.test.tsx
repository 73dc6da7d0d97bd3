import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { NO_SELECTION } from '@/lib/grid/selection';
import { createPagedRows } from '@/lib/paged-rows/paged-rows';
import { testSnapshot } from '@/test/test-snapshot';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { captureAnchor } from '../snapshot/viewport-anchor';
import { createPublishedRows } from '../controller/published-rows';
import { shownRowsName, type WorkbenchSearch } from '../model/workbench-search';
import { WorkbenchProvider, type Workbench } from '../controller/use-workbench';
import { useShownRows } from './use-shown-rows';

const published = createPublishedRows();
const publish = (name: string, rows: OpenSnapshot) => act(() => published.publish('opened', { name, rows }));
const address: Pick<WorkbenchSearch, 'subset' | 'refine' | 'order'> = {};

/** Returns a snapshot whose rows have these keys. */
function openedWith(keys: readonly string[], subsetId?: string): OpenSnapshot {
  const all = keys.map((key) => [key]);
  return {
    snapshot: testSnapshot({ rowCount: keys.length }),
    columns: ['Key'],
    rows: createPagedRows({
      rowCount: keys.length,
      rowsPerBlock: 50,
      firstRows: all,
      fetchPage: () => Promise.reject(new Error('All rows are there.')),
    }),
    keyOfRow: (row) => String(row[0]),
    readPage: (page, size) => Promise.resolve(all.slice((page - 1) * size, page * size)),
    ...(subsetId !== undefined && { subsetId }),
    takenAtMs: 0,
    expiresAtMs: 1,
    timesBy: 'this-computer',
  };
}

const WHOLE = openedWith(['a', 'b', 'c', 'd', 'e', 'f']);
const SUBSET = '1;is~Name~Bolt';

beforeEach(() => {
  Object.assign(address, { subset: SUBSET, refine: undefined, order: undefined });
  published.publish('opened', null);
  published.publish('table', 'rows_1');
});

function render() {
  const focus = { rowIndex: 3, columnId: 'Key' };
  const position = { firstRow: 2, firstRowCut: 0.5, focus, selection: NO_SELECTION };
  // The hook uses only this part of the workbench.
  const workbench: Pick<Workbench, 'address' | 'views' | 'published'> = {
    address,
    views: ['rows', 'columns'],
    published,
  };
  return renderHook(() => useShownRows(WHOLE, (opened) => captureAnchor(opened, position)), {
    wrapper: ({ children }) => (
      <WorkbenchProvider value={workbench as Workbench}>{children}</WorkbenchProvider>
    ),
  });
}

test('the same rows of more that were read are opened where they were', async () => {
  const { result } = render();
  expect(result.current).toMatchObject({ isSubset: true, isPending: true });
  const some = openedWith(['b', 'd', 'f', 'h'], 'some');
  publish(SUBSET, some);
  expect(result.current).toMatchObject({ isPending: false, openSnapshot: some });
  publish(SUBSET, openedWith(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], 'all'));
  await waitFor(() => expect(result.current.openSnapshot.subsetId).toBe('all'));
  expect(result.current.openSnapshot.openAt).toMatchObject({
    firstRow: 5,
    firstRowCut: 0.5,
    focus: { rowIndex: 7, columnId: 'Key' },
  });
});

test('other rows, and the same ones in other words, open as they are', () => {
  const { result, rerender } = render();
  const some = openedWith(['b', 'd', 'f', 'h'], 'some');
  publish(SUBSET, some);
  publish(SUBSET, { ...some, subsetText: '4 rows' });
  expect(result.current.openSnapshot).toEqual({ ...some, subsetText: '4 rows' });
  address.subset = '1;is~Name~Nut';
  rerender();
  expect(result.current.isPending).toBe(true);
  const others = openedWith(['a', 'c'], 'others');
  publish('1;is~Name~Nut', others);
  expect(result.current.openSnapshot).toBe(others);
});

test('rows stay while they are opened in another order, and not while others are opened', () => {
  const name = () => shownRowsName(address) ?? '';
  Object.assign(address, { subset: undefined, refine: '1;margin' });
  const { result, rerender } = render();
  const unsorted = openedWith(['b', 'd', 'f'], 'unsorted');
  publish(name(), unsorted);
  address.order = '1;Margin';
  rerender();
  expect(result.current).toMatchObject({ isPending: false, openSnapshot: unsorted });
  const sorted = openedWith(['f', 'd', 'b'], 'sorted');
  publish(name(), sorted);
  expect(result.current.openSnapshot).toBe(sorted);
  address.refine = '1;other';
  rerender();
  expect(result.current).toMatchObject({ isPending: true, openSnapshot: WHOLE });
});

test('rows go with their engine, and those that are read again are opened where they were', async () => {
  const { result } = render();
  publish(SUBSET, openedWith(['b', 'd', 'f', 'h'], 'before'));
  act(() => published.publish('table', null));
  expect(result.current).toMatchObject({ isSubset: true, isPending: true, openSnapshot: WHOLE });
  const again = openedWith(['a', 'b', 'd', 'f', 'h'], 'again');
  publish(SUBSET, again);
  publish(SUBSET, { ...again, subsetText: 'read again' });
  await waitFor(() => expect(result.current.openSnapshot.subsetText).toBe('read again'));
  expect(result.current.openSnapshot.openAt).toMatchObject({
    firstRow: 3,
    focus: { rowIndex: 4, columnId: 'Key' },
  });
});
