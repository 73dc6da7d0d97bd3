import 'fake-indexeddb/auto';
import * as fc from 'fast-check';
import * as z from 'zod';
import { openDB } from 'idb';
import { describe, expect, test, vi } from 'vitest';
import { createMemoryRecords } from '@/test/memory-records';
import { runs } from '@/test/runs';
import type { AccountKey, RecordStorage } from './record-storage';
import { ownedStore, type OwnRecords } from './owned-store';
import { createSealedRecords } from './sealed-records';

const ANNA: AccountKey = { service: 'https://a.example.com/papi', userName: 'anna' };
const BERT: AccountKey = { ...ANNA, userName: 'bert' };
const ANNA_ELSEWHERE: AccountKey = { ...ANNA, service: 'https://b.example.com/papi' };

const noteSchema = z.object({ id: z.string(), text: z.string() });
const notes = ownedStore({ name: 'notes', schema: noteSchema, idOf: ({ id }) => id });
const lastTwo = ownedStore({ name: 'last-two', schema: noteSchema, idOf: ({ id }) => id, limit: 2 });
const note = (id: string, text = id) => ({ id, text });
const ids = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

let databases = 0;

function freshName(): string {
  databases += 1;
  return `records-${databases}`;
}

function openTab(databaseName: string, installationSecret: string | null = null): RecordStorage {
  return createSealedRecords({ databaseName, installationSecret });
}

/** Returns everything in the database, as an attacker with access to it would see it. */
async function contentOf(name: string): Promise<{ keys: unknown[]; text: string; keyCount: number }> {
  const database = await openDB(name, 1);
  const keys: unknown[] = await database.getAll('keys');
  const stores = await Promise.all(
    ['heads', 'records'].map(async (store) => [
      await database.getAllKeys(store),
      await database.getAll(store),
    ]),
  );
  database.close();
  const text = JSON.stringify(stores, (_, value: unknown) => {
    const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value;
    return bytes instanceof Uint8Array ? String.fromCodePoint(...bytes) : bytes;
  });
  return { keys, text, keyCount: stores.flatMap(([found]) => found ?? []).length };
}

describe.each([
  ['sealed', () => openTab(freshName())],
  ['in memory', createMemoryRecords],
])('records %s', (_, open) => {
  test("are the account's alone, at the one service", async () => {
    const storage = open();
    const anna = { account: ANNA, storage };
    await notes.put(anna, [note('1'), note('2')]);
    expect(await notes.readAll(anna)).toEqual([note('1'), note('2')]);
    expect(await notes.readSome(anna, ['2', '3'])).toEqual([note('2')]);
    for (const account of [BERT, ANNA_ELSEWHERE]) {
      expect(await notes.readAll({ account, storage })).toEqual([]);
      await notes.remove({ account, storage }, '1');
    }
    await notes.remove(anna, '1');
    expect(await notes.readAll(anna)).toEqual([note('2')]);
  });

  test('are replaced, added and removed by an update', async () => {
    const own = { account: ANNA, storage: open() };
    await notes.put(own, [note('1'), note('2'), note('3')]);
    const result = await notes.update(own, ([first, second]) => [
      note('4'),
      { ...first, ...note('1', 'changed') },
      ...(second === undefined ? [] : [second]),
    ]);
    expect(result).toEqual([note('4'), note('1', 'changed'), note('2')]);
    expect(await notes.readAll(own)).toEqual([note('2'), note('4'), note('1', 'changed')]);
  });

  test('stay up to the limit, the newest ones', async () => {
    const own = { account: ANNA, storage: open() };
    for (const id of ['1', '2', '1', '3']) await lastTwo.put(own, [note(id)]);
    expect(ids(await lastTwo.readAll(own))).toEqual(['1', '3']);
  });

  test('that this version cannot read are skipped, and stay', async () => {
    const own = { account: ANNA, storage: open() };
    const later = ownedStore({
      name: 'notes',
      schema: z.object({ id: z.string(), words: z.string() }),
      idOf: ({ id }) => id,
    });
    await later.put(own, [{ id: '1', words: 'of a later version' }]);
    await notes.update(own, (stored) => [...stored, note('2')]);
    expect(await notes.readAll(own)).toEqual([note('2')]);
    expect(await later.readAll(own)).toEqual([{ id: '1', words: 'of a later version' }]);
  });

  test("are forgotten, every collection of the account's and nobody else's", async () => {
    const storage = open();
    const [anna, bert] = [ANNA, BERT].map((account) => ({ account, storage })) as [OwnRecords, OwnRecords];
    for (const own of [anna, bert]) {
      await notes.put(own, [note('1')]);
      await lastTwo.put(own, [note('1')]);
    }
    await storage.forget(ANNA);
    expect([...(await notes.readAll(anna)), ...(await lastTwo.readAll(anna))]).toEqual([]);
    expect([...(await notes.readAll(bert)), ...(await lastTwo.readAll(bert))]).toHaveLength(2);
    await notes.put(anna, [note('2')]);
    expect(ids(await notes.readAll(anna))).toEqual(['2']);
  });
});

describe('concurrent tabs', () => {
  test('lose nothing, in any order', async () => {
    const step = fc.record({
      tab: fc.nat(2),
      ticks: fc.nat(30),
      change: fc.constantFrom('add', 'append', 'remove', 'put'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const name = freshName();
        const tabs = [0, 1, 2].map(() => ({ account: ANNA, storage: openTab(name) }));
        const seed = steps.map((_, at) => note(`old-${at}`));
        await notes.put(tabs[0] as OwnRecords, [note('log', ''), ...seed]);
        await Promise.all(
          steps.map(async ({ tab, ticks, change }, at) => {
            const own = tabs[tab] as OwnRecords;
            for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
            if (change === 'add') await notes.update(own, (stored) => [...stored, note(`new-${at}`)]);
            else if (change === 'put') await notes.put(own, [note(`new-${at}`)]);
            else if (change === 'remove') await notes.remove(own, `old-${at}`);
            else {
              await notes.update(own, (stored) =>
                stored.map((record) =>
                  record.id === 'log' ? { ...record, text: `${record.text}[${at}]` } : record,
                ),
              );
            }
          }),
        );
        const stored = await notes.readAll(tabs[1] as OwnRecords);
        const log = stored.find(({ id }) => id === 'log')?.text ?? '';
        const expected = steps.flatMap(({ change }, at) => [
          ...(change === 'remove' ? [] : [`old-${at}`]),
          ...(change === 'add' || change === 'put' ? [`new-${at}`] : []),
        ]);
        expect(ids(stored).toSorted()).toEqual(['log', ...expected].toSorted());
        for (const [at, { change }] of steps.entries())
          expect(log.includes(`[${at}]`)).toBe(change === 'append');
      }),
      { numRuns: runs(60) },
    );
  });

  test('use one key, even if both start without any', async () => {
    const name = freshName();
    const tabs = [openTab(name), openTab(name)];
    await Promise.all(tabs.map((storage, at) => notes.put({ account: ANNA, storage }, [note(`${at}`)])));
    expect(await notes.readAll({ account: ANNA, storage: openTab(name) })).toHaveLength(2);
    expect((await contentOf(name)).keys).toHaveLength(1);
  });

  test('leave nothing of an account that is deleted in the meantime', async () => {
    const name = freshName();
    const [writing, forgetting] = [openTab(name), openTab(name)];
    const own = { account: ANNA, storage: writing };
    await notes.put(own, [note('1')]);
    // Another tab deletes the records between the read and the write.
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...sealing) => {
      await forgetting.forget(ANNA);
      return encrypt(...sealing);
    });
    await notes.update(own, (stored) => [...stored, note('2')]);
    vi.restoreAllMocks();
    expect(await notes.readAll(own)).toEqual([]);
  });

  test('notify each other', async () => {
    const name = freshName();
    const [writing, listening] = [openTab(name), openTab(name)];
    const changedCollections: (string | null)[] = [];
    const own: string[] = [];
    writing.subscribe((collection) => own.push(collection ?? 'all'));
    const isForgotten = new Promise<void>((resolve) => {
      listening.subscribe((collection) => {
        changedCollections.push(collection);
        if (collection === null) resolve();
      });
    });
    await notes.put({ account: ANNA, storage: writing }, [note('1')]);
    await notes.update({ account: ANNA, storage: writing }, (stored) => stored);
    await writing.forget(ANNA);
    await isForgotten;
    expect(changedCollections).toEqual(['notes', null]);
    expect(own).toEqual([]);
  });
});

describe('at rest', () => {
  const own = (storage: RecordStorage) => ({ account: ANNA, storage });

  test('records reveal neither account nor id', async () => {
    const name = freshName();
    await notes.put(own(openTab(name)), [note('id-of-a-view', 'words of a view')]);
    const { keys, text } = await contentOf(name);
    for (const word of ['anna', 'example', 'papi', 'id-of', 'words']) expect(text).not.toContain(word);
    expect(text).toContain('notes');
    const [{ key }] = keys as [{ key: CryptoKey }];
    expect(key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  });

  test('they cannot be decrypted without the secret of the installation', async () => {
    const name = freshName();
    await notes.put(own(openTab(name, 'secret of this one')), [note('1')]);
    expect(await notes.readAll(own(openTab(name, 'secret of another')))).toEqual([]);
    expect(await notes.readAll(own(openTab(name)))).toEqual([]);
    // Another program on the same port shares this origin's storage and can store any record.
    await notes.put(own(openTab(name)), [note('1', 'planted')]);
    expect(await notes.readAll(own(openTab(name, 'secret of this one')))).toEqual([note('1')]);
  });

  test('a swapped or corrupt record is skipped', async () => {
    const name = freshName();
    const storage = openTab(name);
    await notes.put(own(storage), [note('1'), note('2'), note('3')]);
    const database = await openDB(name, 1);
    const transaction = database.transaction('records', 'readwrite');
    const [first, second, third] = await transaction.store.index('slot').getAllKeys();
    const stored: unknown = await transaction.store.get(first as IDBValidKey);
    await transaction.store.put(stored, second);
    await transaction.store.put({ slot: (third as string[]).slice(0, 2).concat('2') }, third);
    await transaction.done;
    database.close();
    expect(await notes.readAll(own(storage))).toEqual([note('1')]);
    await notes.put(own(storage), [note('2'), note('3')]);
    expect(ids(await notes.readAll(own(storage))).toSorted()).toEqual(['1', '2', '3']);
  });

  test('nothing of a deleted account is left', async () => {
    const name = freshName();
    const storage = openTab(name);
    await notes.put(own(storage), [note('1')]);
    await storage.forget(ANNA);
    expect((await contentOf(name)).keyCount).toBe(0);
  });

  test('denied storage rejects', async () => {
    const storage = openTab(freshName());
    const { indexedDB } = globalThis;
    Reflect.deleteProperty(globalThis, 'indexedDB');
    try {
      await expect(notes.readAll(own(storage))).rejects.toThrow();
      await expect(notes.put(own(storage), [note('1')])).rejects.toThrow();
    } finally {
      globalThis.indexedDB = indexedDB;
    }
    await notes.put(own(storage), [note('1')]);
    expect(await notes.readAll(own(storage))).toHaveLength(1);
  });
});
