import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_RECENT_RUNS, type RecentRun } from '../model/recent-run';
import type { SavedView } from '../model/saved-view';
import { addRun, readRuns } from './recent-runs';
import { deleteView, readViews, writeViews } from './saved-views';
import type { Owner } from '@/shared/storage/owned-records';
import { withWorkbenchDatabase } from './workbench-database';

const ANNA: Owner = { service: 'https://a.example.com/papi', userName: 'anna' };
const BERT: Owner = { ...ANNA, userName: 'bert' };
const ANNA_ELSEWHERE: Owner = { ...ANNA, service: 'https://b.example.com/papi' };

function view(id: string, changes: Partial<SavedView> = {}): SavedView {
  return {
    id,
    priceColumn: 'SalesPrice',
    name: id,
    query: { v: '1', filter: 'Value~equals~1' },
    arrangement: null,
    isDefault: false,
    runsOnOpen: false,
    savedAtMs: 1,
    ...changes,
  };
}

function run(ordinal: number, changes: Partial<RecentRun> = {}): RecentRun {
  return {
    id: `run-${ordinal}`,
    priceColumn: 'SalesPrice',
    query: { v: '1', filter: `Value~equals~${ordinal}` },
    ranAtMs: ordinal,
    rowCount: 3,
    ...changes,
  };
}

beforeEach(async () => {
  await withWorkbenchDatabase(async (database) => {
    await Promise.all([database.clear('views'), database.clear('runs')]);
  });
});

describe('saved views', () => {
  test("are the owner's alone, at the one service", async () => {
    await writeViews(ANNA, [view('1')]);
    expect(await readViews(ANNA)).toEqual([view('1')]);
    expect(await readViews(BERT)).toEqual([]);
    expect(await readViews(ANNA_ELSEWHERE)).toEqual([]);
    await deleteView(BERT, '1');
    expect(await readViews(ANNA)).toHaveLength(1);
    await deleteView(ANNA, '1');
    expect(await readViews(ANNA)).toEqual([]);
  });

  test('have one default per price column', async () => {
    await writeViews(ANNA, [
      view('1', { isDefault: true }),
      view('2', { priceColumn: 'TenderPrice', isDefault: true }),
    ]);
    await writeViews(ANNA, [view('3', { isDefault: true })]);
    const defaults = (await readViews(ANNA)).filter(({ isDefault }) => isDefault).map(({ id }) => id);
    expect(defaults).toEqual(['2', '3']);
  });

  test('that are damaged are left out', async () => {
    await writeViews(ANNA, [view('1')]);
    await withWorkbenchDatabase((database) =>
      database.put('views', { id: 'broken' }, [ANNA.service, ANNA.userName, 'broken']),
    );
    expect(await readViews(ANNA)).toEqual([view('1')]);
  });
});

describe('recent runs', () => {
  test('are the last fifty, the latest first', async () => {
    for (let ordinal = 1; ordinal <= MAX_RECENT_RUNS + 2; ordinal += 1) await addRun(ANNA, run(ordinal));
    const kept = await readRuns(ANNA);
    expect(kept).toHaveLength(MAX_RECENT_RUNS);
    expect([kept[0]?.ranAtMs, kept.at(-1)?.ranAtMs]).toEqual([MAX_RECENT_RUNS + 2, 3]);
    expect(await readRuns(BERT)).toEqual([]);
  });

  test('have the same query once', async () => {
    await addRun(ANNA, run(1));
    await addRun(ANNA, run(2));
    await addRun(ANNA, run(1, { id: 'again', ranAtMs: 3 }));
    expect((await readRuns(ANNA)).map(({ id }) => id)).toEqual(['again', 'run-2']);
  });
});
