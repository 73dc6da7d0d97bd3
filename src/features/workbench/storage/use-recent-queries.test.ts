import { expect, test } from 'vitest';
import { testCopy } from '@/test/test-snapshot';
import type { SavedView } from '../model/saved-view';
import type { RecentRun } from './recent-runs';
import { lastRunsOf, newestQueries } from './use-recent-queries';

function run(filter: string | undefined, changes: Partial<RecentRun> = {}): RecentRun {
  return {
    id: `run of ${filter}`,
    priceColumn: 'SalesPrice',
    query: { v: '1', ...(filter !== undefined && { filter }) },
    ranAtMs: 1,
    rowCount: 3,
    ...changes,
  };
}

function view(filter: string, savedAtMs: number): SavedView {
  return {
    id: filter,
    priceColumn: 'SalesPrice',
    name: `View of ${filter}`,
    query: { v: '1', filter },
    arrangement: null,
    isDefault: false,
    runsOnOpen: false,
    savedAtMs,
  };
}

test('lists runs and views, newest first, six at most', () => {
  const runs = [9, 7, 5, 3, 1].map((ranAtMs) => run(`Value~equals~${ranAtMs}`, { ranAtMs }));
  const views = [view('a', 8), view('b', 2), view('c', 6)];
  expect(newestQueries(runs, views, []).map(({ atMs, name }) => [atMs, name])).toEqual([
    [9, null],
    [8, 'View of a'],
    [7, null],
    [6, 'View of c'],
    [5, null],
    [3, null],
  ]);
});

test('a view stands for the run of its query, in its own price column alone', () => {
  const runs = [
    run('a', { ranAtMs: 9, rowCount: 12 }),
    run('a', { id: 'other', priceColumn: 'TenderPrice', ranAtMs: 5 }),
  ];
  expect(newestQueries(runs, [view('a', 4)], [])).toMatchObject([
    { kind: 'view', name: 'View of a', rowCount: 12, atMs: 9, search: { view: 'a' } },
    { kind: 'run', priceColumn: 'TenderPrice', search: { v: '1', filter: 'a' }, isRunOnArrival: true },
  ]);
});

test('the rows of a price column are those of its last run without filters, if there is one', () => {
  const runs = [
    run('a', { ranAtMs: 9, rowCount: 12 }),
    run(undefined, { ranAtMs: 8, rowCount: 1_000 }),
    run(undefined, { ranAtMs: 7, rowCount: 900 }),
    run('a', { priceColumn: 'TenderPrice', ranAtMs: 6, rowCount: 4 }),
    run('b', { priceColumn: 'TenderPrice', ranAtMs: 5, rowCount: 5 }),
  ];
  expect([...lastRunsOf(runs)]).toEqual([
    ['SalesPrice', { ranAtMs: 9, rowCount: 1_000, isFiltered: false }],
    ['TenderPrice', { ranAtMs: 6, rowCount: 4, isFiltered: true }],
  ]);
});

test('a kept copy is one of the newest, and opens as it was kept', () => {
  const copy = testCopy({
    id: 'c'.repeat(32),
    name: 'Last week',
    displayName: 'Old price',
    priceColumn: { name: 'OldPrice' },
    takenAtMs: 2,
    keptAtMs: 3,
    words: 'All rows',
    search: { v: '1' },
    columns: [],
    rowCount: 7,
    size: 1,
    digest: '',
    fileName: 'old',
  });
  expect(newestQueries([run('a', { ranAtMs: 2 })], [view('b', 4)], [copy])).toMatchObject([
    { kind: 'view' },
    {
      kind: 'copy',
      priceColumn: 'OldPrice',
      displayName: 'Old price',
      name: 'Last week',
      rowCount: 7,
      atMs: 3,
      search: { v: '1', cacheKey: `copy:${copy.id}` },
      isRunOnArrival: false,
    },
    { kind: 'run' },
  ]);
});
