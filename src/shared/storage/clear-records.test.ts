import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { withClearRecords } from './clear-records';
import { createMemoryRecords } from './memory-records';
import type { AccountKey, RecordStorage } from './record-storage';
import { createSealedRecords } from './sealed-records';

const ADDRESS = 'http://localhost:4173/papi';
const BEHIND_IT = 'https://a.example.com/papi';
const ANNA: AccountKey = { service: BEHIND_IT, userName: 'anna' };
const BERT: AccountKey = { service: 'https://b.example.com/papi', userName: 'bert' };

const accountOf = (serviceAddress: string, userName: string): AccountKey => ({
  service: serviceAddress === ADDRESS ? BEHIND_IT : serviceAddress,
  userName,
});

let locked: Promise<void> = Promise.resolve();

function open(
  inner: RecordStorage = createSealedRecords({ databaseName: 'records', installationSecret: null }),
): RecordStorage {
  return withClearRecords(inner, {
    accountOf,
    withLock: (task) => {
      const run = locked.then(task);
      locked = run.catch(() => undefined);
      return run;
    },
  });
}

/** Stores as the versions before did. */
async function storeInClear(
  name: string,
  stores: Readonly<Record<string, readonly (readonly [string[], unknown])[]>>,
): Promise<void> {
  const database = await openDB(name, 1, {
    upgrade: (created) => {
      for (const store of Object.keys(stores)) created.createObjectStore(store);
    },
  });
  for (const [store, entries] of Object.entries(stores)) {
    for (const [key, value] of entries) await database.put(store, value, key);
  }
  database.close();
}

async function storeEverythingInClear(): Promise<void> {
  await storeInClear('colonnade-workbench', {
    views: [
      [[ADDRESS, 'anna', 'view-1'], { id: 'view-1', name: 'Mine' }],
      [[BERT.service, 'bert', 'view-2'], { id: 'view-2', name: "Bert's" }],
    ],
    runs: [[[ADDRESS, 'anna', 'run-1'], { id: 'run-1' }]],
    lists: [
      [[ADDRESS, 'anna', 'a'], { digest: 'a', usedAtMs: 2 }],
      [[ADDRESS, 'anna', 'b'], { digest: 'b', usedAtMs: 1 }],
    ],
  });
  await storeInClear('colonnade-snapshots', {
    snapshots: [[[ADDRESS, 'anna', 'key-1'], { cacheKey: 'key-1' }]],
  });
  await storeInClear('colonnade-item-schema', { visits: [[[ADDRESS, 'anna'], { seenAtMs: 7 }]] });
}

async function databaseNames(): Promise<readonly (string | undefined)[]> {
  return (await indexedDB.databases()).map(({ name }) => name);
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('records of earlier versions are migrated to their accounts and deleted', async () => {
  await storeEverythingInClear();
  const storage = open();
  expect(await storage.read(ANNA, 'views', 'all')).toEqual([
    { id: 'view-1', value: { id: 'view-1', name: 'Mine' } },
  ]);
  expect(await storage.read(BERT, 'views', 'all')).toEqual([
    { id: 'view-2', value: { id: 'view-2', name: "Bert's" } },
  ]);
  expect(await storage.read(ANNA, 'runs', ['run-1'])).toHaveLength(1);
  expect(await storage.read(ANNA, 'snapshots', ['key-1'])).toHaveLength(1);
  expect((await storage.read(ANNA, 'lists', 'all')).map(({ id }) => id)).toEqual(['b', 'a']);
  expect(await storage.read(ANNA, 'visits', 'all')).toEqual([{ id: 'only', value: { seenAtMs: 7 } }]);
  expect(await databaseNames()).toEqual(['records']);
});

test('two tabs that start at once migrate once', async () => {
  await storeEverythingInClear();
  const tabs = [open(), open()];
  const reads = await Promise.all(tabs.map((tab) => tab.read(ANNA, 'lists', 'all')));
  expect(reads.map((records) => records.length)).toEqual([2, 2]);
  expect(await databaseNames()).toEqual(['records']);
});

test('creates no database if there is none', async () => {
  expect(await open().read(ANNA, 'views', 'all')).toEqual([]);
  expect(await databaseNames()).toEqual(['records']);
});

test('records written by a tab with an earlier version are migrated by the next start', async () => {
  await storeEverythingInClear();
  await open().read(ANNA, 'views', 'all');
  await storeInClear('colonnade-workbench', {
    views: [[[ADDRESS, 'anna', 'view-1'], { id: 'view-1', name: 'Renamed there' }]],
  });
  expect(await open().read(ANNA, 'views', 'all')).toEqual([
    { id: 'view-1', value: { id: 'view-1', name: 'Renamed there' } },
  ]);
});

test('a tab that has the database open does not block, and finds it empty', async () => {
  await storeEverythingInClear();
  const held = await openDB('colonnade-workbench', 1);
  expect(await open().read(ANNA, 'views', 'all')).toHaveLength(1);
  expect(await held.getAll('views')).toEqual([]);
  held.close();
});

test('what cannot be migrated stays, without blocking', async () => {
  await storeEverythingInClear();
  const sealed = createSealedRecords({ databaseName: 'records', installationSecret: null });
  const write = vi.fn(sealed.write).mockRejectedValueOnce(new Error('No room.'));
  expect(await open({ ...sealed, write }).read(ANNA, 'views', 'all')).toEqual([]);
  expect(await open().read(ANNA, 'views', 'all')).toHaveLength(1);
});

test('on a page that cannot encrypt, records are shown, and stay until they are deleted', async () => {
  await storeEverythingInClear();
  const storage = open(createMemoryRecords());
  expect(await storage.read(ANNA, 'views', 'all')).toHaveLength(1);
  expect(await open(createMemoryRecords()).read(ANNA, 'views', 'all')).toHaveLength(1);
  await storage.forget(ANNA);
  const later = open(createMemoryRecords());
  for (const collection of ['views', 'runs', 'lists', 'snapshots', 'visits'])
    expect(await later.read(ANNA, collection, 'all')).toEqual([]);
  expect(await later.read(BERT, 'views', 'all')).toHaveLength(1);
  await deleteDB('colonnade-workbench');
});
