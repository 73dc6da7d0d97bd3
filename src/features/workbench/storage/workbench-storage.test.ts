import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryRecords } from '@/test/memory-records';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { createSealedRecords } from '@/lib/storage/sealed-records';
import type { SavedView } from '../model/saved-view';
import { viewFileText } from '../model/view-file';
import { addRun, MAX_RECENT_RUNS, readRuns, type RecentRun } from './recent-runs';
import { changeView, importViews, savedViews } from './saved-views';
import { readLists, writeLists } from './value-lists';

function someone(): OwnRecords {
  return {
    account: { service: 'https://a.example.com/papi', userName: 'anna' },
    storage: createMemoryRecords(),
  };
}

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

test('saved views have one default per price column', async () => {
  const own = someone();
  await changeView(own, view('1', { isDefault: true }), {});
  await changeView(own, view('2', { priceColumn: 'TenderPrice', isDefault: true }), {});
  await changeView(own, view('3'), {});
  await changeView(own, view('3'), { isDefault: true });
  const defaults = (await savedViews.readAll(own)).filter(({ isDefault }) => isDefault);
  expect(defaults.map(({ id }) => id).toSorted()).toEqual(['2', '3']);
});

test('a change only affects what it changes, and restores a view that was deleted elsewhere', async () => {
  const own = someone();
  const read = view('1');
  await changeView(own, read, {});
  await changeView(own, read, { name: 'Renamed' });
  await changeView(own, read, { runsOnOpen: true });
  expect(await savedViews.readAll(own)).toEqual([view('1', { name: 'Renamed', runsOnOpen: true })]);
  await savedViews.remove(own, '1');
  await changeView(own, read, { isDefault: true });
  expect(await savedViews.readAll(own)).toEqual([view('1', { isDefault: true })]);
});

describe('two windows at the same time', () => {
  function openWindows(): readonly [OwnRecords, OwnRecords] {
    const { account } = someone();
    const open = () => ({
      account,
      storage: createSealedRecords({ databaseName: 'windows', installationSecret: null }),
    });
    return [open(), open()];
  }

  beforeEach(() => {
    globalThis.indexedDB = new IDBFactory();
  });

  test('that change one view keep both changes', async () => {
    const [first, second] = openWindows();
    const read = await changeView(first, view('1'), {});
    const query = { v: '1', filter: 'Value~equals~2' };
    await Promise.all([
      changeView(first, read, { name: 'Renamed' }),
      changeView(second, read, { query, savedAtMs: 2 }),
    ]);
    expect(await savedViews.readAll(first)).toEqual([view('1', { name: 'Renamed', query, savedAtMs: 2 })]);
  });

  test('that save under one name get two views with two names', async () => {
    const [first, second] = openWindows();
    const stored = await Promise.all([
      changeView(first, view('1', { name: 'Same' }), {}),
      changeView(second, view('2', { name: 'Same' }), {}),
    ]);
    expect(stored.map(({ name }) => name).toSorted()).toEqual(['Same', 'Same (2)']);
    expect(await savedViews.readAll(second)).toHaveLength(2);
  });

  test('that import, save, delete and set a default lose nothing and have one default', async () => {
    const [first, second] = openWindows();
    await changeView(first, view('0'), {});
    const text = viewFileText([view('3', { isDefault: true }), view('4')]);
    let ids = 0;
    await Promise.all([
      changeView(first, view('1', { isDefault: true }), {}),
      importViews(second, text, () => {
        ids += 1;
        return `imported-${ids}`;
      }),
      savedViews.remove(first, '0'),
      changeView(second, view('2', { isDefault: true }), {}),
    ]);
    const stored = await savedViews.readAll(first);
    expect(stored.map(({ name }) => name).toSorted()).toEqual(['1', '2', '3', '4']);
    expect(stored.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });
});

test('a name that was taken in the meantime gets a number, and the stored view is returned', async () => {
  const own = someone();
  await changeView(own, view('1', { name: 'Same' }), {});
  const stored = await changeView(own, view('2', { name: 'same' }), {});
  expect(stored.name).toBe('same (2)');
  const names = (await savedViews.readAll(own)).map(({ name }) => name);
  expect(names).toEqual(['Same', 'same (2)']);
});

test('views of a file are added to the views stored in the meantime', async () => {
  const own = someone();
  await changeView(own, view('1', { isDefault: true }), {});
  const text = viewFileText([view('1'), view('2', { isDefault: true })]);
  const read = await importViews(own, text, () => 'new');
  expect(read).toMatchObject({ ok: true, knownCount: 1 });
  expect(await savedViews.readAll(own)).toEqual([view('1', { isDefault: true }), view('new', { name: '2' })]);
  expect(await importViews(own, 'no file', () => 'new')).toEqual({ ok: false, problem: 'not-json' });
});

test('recent runs are the last fifty, newest first', async () => {
  const own = someone();
  for (let ordinal = 1; ordinal <= MAX_RECENT_RUNS + 2; ordinal += 1) await addRun(own, run(ordinal));
  const stored = await readRuns(own);
  expect(stored).toHaveLength(MAX_RECENT_RUNS);
  expect([stored[0]?.ranAtMs, stored.at(-1)?.ranAtMs]).toEqual([MAX_RECENT_RUNS + 2, 3]);
});

test('recent runs list the same query once', async () => {
  const own = someone();
  await addRun(own, run(1));
  await addRun(own, run(2));
  await addRun(own, run(1, { id: 'again', ranAtMs: 3 }));
  expect((await readRuns(own)).map(({ id }) => id)).toEqual(['again', 'run-2']);
});

test('the last hundred value lists are stored', async () => {
  const own = someone();
  for (let ordinal = 1; ordinal <= 101; ordinal += 1)
    await writeLists(own, new Map([[`digest-${ordinal}`, `list ${ordinal}`]]));
  const lists = await readLists(own, ['digest-1', 'digest-2', 'digest-101']);
  expect([...lists]).toEqual([
    ['digest-2', 'list 2'],
    ['digest-101', 'list 101'],
  ]);
});
