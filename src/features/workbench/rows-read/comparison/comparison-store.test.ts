import { expect, test, vi } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import type { ComparisonEngine } from '../engine/analysis-engine';
import type { AnalysedTable } from '../engine/analysed-table';
import { createComparisonStore, type ComparisonRequest } from './comparison-store';

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
  const engine: ComparisonEngine = {
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
  const store = createComparisonStore();
  const settled = async () => {
    await expect.poll(() => store.getState().status).not.toBe('working');
  };
  return { store, request, dropped, settled, side };
}

test('compares, and drops what it has computed when it is let go', async () => {
  const { store, request, dropped, settled } = setUp();
  const listener = vi.fn();
  store.subscribe(listener);
  store.start(request);
  expect(store.getState()).toEqual({ status: 'working', step: 'comparing', before: null });
  await settled();
  const state = store.getState();
  expect(state).toMatchObject({
    status: 'done',
    completed: {
      setUp: 'Value by Number',
      isKeyProposed: false,
      comparison: { counts: { added: 1, removed: 1, changed: 1, unchanged: 1 } },
    },
  });
  store.release();
  expect(store.getState().status).toBe('idle');
  expect(state.status === 'done' && dropped.includes(state.completed.comparison.sqlName)).toBe(true);
  expect(listener).toHaveBeenCalledTimes(3);
});

test('another comparison replaces the one before, which may still be under way', async () => {
  const { store, request, settled } = setUp();
  store.start({ ...request, keys: ['Name'] });
  store.start(request);
  await settled();
  expect(store.getState()).toMatchObject({
    status: 'done',
    completed: { comparison: { spec: { keys: ['Number'] } } },
  });
});

test('the comparison before stays until another one is there, and is dropped then', async () => {
  const { store, request, dropped, settled } = setUp();
  store.start(request);
  await settled();
  const first = store.getState();
  if (first.status !== 'done') throw new Error('Nothing was compared.');
  store.start({ ...request, setUp: 'Value by Name', keys: ['Name'] });
  expect(store.getState()).toEqual({ status: 'working', step: 'comparing', before: first.completed });
  const { sqlName } = first.completed.comparison;
  expect(dropped).not.toContain(sqlName);
  await settled();
  expect(store.getState()).toMatchObject({ status: 'done', completed: { setUp: 'Value by Name' } });
  expect(dropped).toContain(sqlName);
});

test('proposes keys where there are none, and says so', async () => {
  const { store, request, settled } = setUp();
  store.start({ ...request, keys: null, preferredKeys: ['Number'] });
  await settled();
  expect(store.getState()).toMatchObject({
    status: 'done',
    completed: { isKeyProposed: true, comparison: { spec: { keys: ['Number'], compared: ['Name'] } } },
  });
});

test('asks for keys where no columns identify the rows', async () => {
  const { store, request, settled, side } = setUp();
  store.start({ ...request, keys: null, sides: { earlier: side(same, 2), later: side(same, 2) } });
  await settled();
  expect(store.getState()).toEqual({ status: 'no-keys' });
});

test('a failure of the engine is a state, and a release while it works ends in none', async () => {
  const { store, request, settled } = setUp();
  store.start({ ...request, keys: ['Nowhere'] });
  await settled();
  expect(store.getState()).toMatchObject({ status: 'failed', failure: { kind: 'query-failed' } });
  store.start(request);
  store.release();
  await new Promise((resolve) => setImmediate(resolve));
  expect(store.getState().status).toBe('idle');
});
