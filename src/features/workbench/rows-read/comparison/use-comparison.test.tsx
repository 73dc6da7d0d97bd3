import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import type { AnalysisEngine } from '@/analysis/engine/analysis-engine';
import type { AnalysedTable } from '@/analysis/engine/analysed-table';
import type { ComparisonRequest } from '@/analysis/comparison/complete-comparison';
import { useComparison, type ComparisonState } from './use-comparison';

const FIELDS = [
  testField('Number'),
  testField('Value', { type: 'number', sqlType: 'decimal', scale: 2 }),
  testField('Name'),
];
const EARLIER = [
  ['1', '1.00', 'a'],
  ['2', '2.00', 'b'],
  ['3', '3.00', 'c'],
];
const LATER = [
  ['2', '2.50', 'b'],
  ['3', '3.00', 'c'],
  ['4', '4.00', 'd'],
];
const opened = await openTestEngine(FIELDS, EARLIER);
const later = opened.addTable(FIELDS, LATER);
const same = opened.addTable(FIELDS, [
  ['1', '1.00', 'a'],
  ['1', '1.00', 'a'],
]);

function setUp() {
  const dropped: string[] = [];
  const engine: AnalysisEngine = {
    ...opened.engine,
    drop: (sqlName) => {
      dropped.push(sqlName);
      return opened.engine.drop(sqlName);
    },
  };
  const side = (table: AnalysedTable, rowCount: number) => ({
    table,
    rowCount,
    coverage: { kind: 'all', rowCount } as const,
  });
  const request: ComparisonRequest = {
    engine,
    sides: { earlier: side(opened.table, 3), later: side(later, 3) },
    setUp: 'Value by Number',
    keys: ['Number'],
    preferredKeys: [],
    price: 'Value',
    comparedWith: (keys) => ['Number', 'Name'].filter((name) => !keys.includes(name)),
  };
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const statuses: ComparisonState['status'][] = [];
  const hook = renderHook(
    (asked: ComparisonRequest | null) => {
      const { state } = useComparison(asked, asked?.setUp.split(' ')[0] ?? '');
      if (state.status !== statuses.at(-1)) statuses.push(state.status);
      return state;
    },
    { wrapper, initialProps: null as ComparisonRequest | null },
  );
  const getState = () => hook.result.current;
  const settled = async () => {
    await expect.poll(() => getState().status).not.toBe('working');
  };
  return { start: hook.rerender, getState, statuses, request, dropped, settled, side };
}

/** A table is dropped a short time after its last use, so the tests below wait until it is dropped. */

test('compares, and drops what it has computed when it is let go', async () => {
  const { start, getState, statuses, request, dropped, settled } = setUp();
  start(request);
  expect(getState()).toEqual({ status: 'working', step: 'comparing', before: null });
  await settled();
  const state = getState();
  expect(state).toMatchObject({
    status: 'done',
    completed: {
      setUp: 'Value by Number',
      isKeyProposed: false,
      comparison: { counts: { added: 1, removed: 1, changed: 1, unchanged: 1 } },
    },
  });
  start(null);
  expect(getState().status).toBe('idle');
  const sqlName = state.status === 'done' && state.completed.comparison.sqlName;
  await expect.poll(() => dropped).toContain(sqlName);
  expect(statuses).toEqual(['idle', 'working', 'done', 'idle']);
});

test('another comparison replaces the one before, which may still be under way', async () => {
  const { start, getState, request, settled } = setUp();
  start({ ...request, setUp: 'Value by Name', keys: ['Name'] });
  start(request);
  await settled();
  expect(getState()).toMatchObject({
    status: 'done',
    completed: { comparison: { spec: { keys: ['Number'] } } },
  });
});

test('the comparison before stays until another one is there, and is dropped then', async () => {
  const { start, getState, request, dropped, settled } = setUp();
  start(request);
  await settled();
  const first = getState();
  if (first.status !== 'done') throw new Error('Nothing was compared.');
  start({ ...request, setUp: 'Value by Name', keys: ['Name'] });
  expect(getState()).toEqual({ status: 'working', step: 'comparing', before: first.completed });
  const { sqlName } = first.completed.comparison;
  expect(dropped).not.toContain(sqlName);
  await settled();
  expect(getState()).toMatchObject({ status: 'done', completed: { setUp: 'Value by Name' } });
  await expect.poll(() => dropped).toContain(sqlName);
});

test('the comparison of other rows is not shown while these are compared', async () => {
  const { start, getState, request, settled } = setUp();
  start(request);
  await settled();
  start({ ...request, setUp: 'Other by Number' });
  expect(getState()).toEqual({ status: 'working', step: 'comparing', before: null });
});

test('proposes keys where there are none, and says so', async () => {
  const { start, getState, request, settled } = setUp();
  start({ ...request, keys: null, preferredKeys: ['Number'] });
  expect(getState()).toEqual({ status: 'working', step: 'proposing', before: null });
  await settled();
  expect(getState()).toMatchObject({
    status: 'done',
    completed: { isKeyProposed: true, comparison: { spec: { keys: ['Number'], compared: ['Name'] } } },
  });
});

test('asks for keys where no columns identify the rows', async () => {
  const { start, getState, request, settled, side } = setUp();
  start({ ...request, keys: null, sides: { earlier: side(same, 2), later: side(same, 2) } });
  await settled();
  expect(getState()).toEqual({ status: 'no-keys' });
});

test('a failure of the engine is a state, and a release while it works ends in none', async () => {
  const { start, getState, request, settled } = setUp();
  start({ ...request, setUp: 'Value by Nowhere', keys: ['Nowhere'] });
  await settled();
  expect(getState()).toMatchObject({ status: 'failed', failure: { kind: 'query-failed' } });
  start(request);
  start(null);
  await new Promise((resolve) => setImmediate(resolve));
  expect(getState().status).toBe('idle');
});
