import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { describe, expect, test, vi } from 'vitest';
import { openSealedStore, type StoredHeader } from './sealed-store';

let databases = 0;

function freshName(): string {
  databases += 1;
  return `sealed-store-${databases}`;
}

const header: StoredHeader = { generation: 1 };
const always = (next: StoredHeader) => () => next;

/** Returns everything in the database, as an attacker with access to it would see it. */
async function contentOf(name: string): Promise<{ keys: unknown[]; records: unknown[] }> {
  const database = await openDB(name, 1);
  const keys: unknown[] = await database.getAll('keys');
  const records: unknown[] = await database.getAll('records');
  database.close();
  return { keys, records };
}

describe('what is written', () => {
  test('is readable with its context only', async () => {
    const store = await openSealedStore(freshName());
    await store.write('the secret', 'tab 1', always(header));
    expect(await store.read('tab 1')).toEqual({ header, body: 'the secret' });
    expect(await store.read('tab 2')).toEqual({ header, body: null });
    expect(await store.read('')).toEqual({ header, body: null });
    expect(await store.read(null)).toEqual({ header, body: null });
  });

  test('is readable by another page of the same browser', async () => {
    const name = freshName();
    await (await openSealedStore(name)).write('the secret', '', always(header));
    expect(await (await openSealedStore(name)).read('')).toEqual({ header, body: 'the secret' });
  });

  test('is encrypted under a non-extractable key', async () => {
    const name = freshName();
    const store = await openSealedStore(name);
    await store.write('the secret', 'tab 1', always(header));
    const { keys, records } = await contentOf(name);
    expect(keys).toHaveLength(1);
    const [{ key }] = keys as [{ key: CryptoKey }];
    expect(key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
    const [{ ciphertext, iv, salt }] = records as [
      { ciphertext: ArrayBuffer; iv: Uint8Array; salt: Uint8Array },
    ];
    expect(new TextDecoder('latin1').decode(ciphertext)).not.toContain('secret');
    expect([iv.length, salt.length]).toEqual([12, 16]);
  });

  test.each([
    ['without it', null],
    ['with another', 'another secret of an installation'],
  ])('under the secret of an installation is noise %s', async (_, secret) => {
    const name = freshName();
    const own = await openSealedStore(name, 'the secret of this installation');
    const foreign = await openSealedStore(name, secret);
    await own.write('the secret', 'tab 1', always(header));
    expect(await own.read('tab 1')).toEqual({ header, body: 'the secret' });
    expect(await foreign.read('tab 1')).toEqual({ header, body: null });
    await foreign.write('theirs', 'tab 1', always(header));
    expect(await own.read('tab 1')).toEqual({ header, body: null });
  });

  test('never reuses a key with a nonce', async () => {
    const name = freshName();
    const store = await openSealedStore(name);
    const used = new Set<string>();
    for (let round = 0; round < 5; round += 1) {
      await store.write('the secret', 'tab 1', always(header));
      const [record] = (await contentOf(name)).records as [{ iv: Uint8Array; salt: Uint8Array }];
      used.add(`${record.iv.join()} ${record.salt.join()}`);
    }
    expect(used.size).toBe(5);
  });
});

describe('deciding within the transaction', () => {
  test('receives the stored header, and may keep it', async () => {
    const store = await openSealedStore(freshName());
    const seen: unknown[] = [];
    const decide = (next: StoredHeader | null) => (current: unknown) => {
      seen.push(current);
      return next;
    };
    expect(await store.write('one', '', decide({ generation: 1 }))).toEqual({ generation: 1 });
    expect(await store.write('two', '', decide(null))).toBeNull();
    expect(await store.read('')).toEqual({ header: { generation: 1 }, body: 'one' });
    expect(seen).toEqual([null, { generation: 1 }]);
  });

  test('of two concurrent writers, one wins', async () => {
    const name = freshName();
    const [first, second] = await Promise.all([openSealedStore(name), openSealedStore(name)]);
    const ifFirst = (writer: string) => (current: unknown) => (current === null ? { writer } : null);
    const results = await Promise.all([
      first.write('one', '', ifFirst('first')),
      second.write('two', '', ifFirst('second')),
    ]);
    expect(results.filter((result) => result !== null)).toHaveLength(1);
    const body = results[0] === null ? 'two' : 'one';
    expect(await first.read('')).toMatchObject({ body });
    expect(await second.read('')).toMatchObject({ body });
  });
});

describe('erasing', () => {
  test('leaves nothing, and a header can replace the record', async () => {
    const name = freshName();
    const store = await openSealedStore(name);
    await store.write('the secret', '', always(header));
    await store.erase();
    expect(await contentOf(name)).toEqual({ keys: [], records: [] });
    expect(await store.read('')).toBeNull();
    await store.leaveHeader({ generation: 1, isGone: true });
    expect(await store.read('')).toEqual({ header: { generation: 1, isGone: true }, body: null });
    expect((await contentOf(name)).keys).toEqual([]);
    await store.write('another', '', always(header));
    await store.leaveHeader({ generation: 1, isGone: true });
    expect(await store.read('')).toEqual({ header, body: 'another' });
  });

  test('needs no space', async () => {
    const name = freshName();
    const store = await openSealedStore(name);
    await store.write('the secret', '', always(header));
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no space', 'QuotaExceededError');
    });
    try {
      await store.erase();
      await expect(store.leaveHeader(header)).rejects.toThrow('no space');
    } finally {
      put.mockRestore();
    }
    expect(await contentOf(name)).toEqual({ keys: [], records: [] });
  });

  test('a copy of the record cannot be decrypted afterwards', async () => {
    const name = freshName();
    const store = await openSealedStore(name);
    await store.write('the secret', '', always(header));
    const [copy] = (await contentOf(name)).records;
    await store.erase();
    await store.write('another', '', always(header));
    const database = await openDB(name, 1);
    await database.put('records', copy, 'current');
    database.close();
    expect(await store.read('')).toEqual({ header, body: null });
  });
});

test.each([
  ['a number', 7],
  ['a record without its parts', { header: { generation: 1 } }],
  ['a record of other types', { header: null, keyId: 1, salt: 'x', iv: 'y', ciphertext: 'z' }],
])('damaged storage is no failure: %s', async (_, damaged) => {
  const name = freshName();
  const store = await openSealedStore(name);
  await store.write('the secret', '', always(header));
  const database = await openDB(name, 1);
  await database.put('records', damaged, 'current');
  await database.put('keys', damaged, 'current');
  database.close();
  expect(await store.read('')).toMatchObject({ body: null });
  await store.write('another', '', always(header));
  expect(await store.read('')).toEqual({ header, body: 'another' });
});

test('opening fails if the browser has no such storage', async () => {
  const { indexedDB } = globalThis;
  Reflect.deleteProperty(globalThis, 'indexedDB');
  try {
    await expect(openSealedStore(freshName())).rejects.toThrow();
  } finally {
    globalThis.indexedDB = indexedDB;
  }
});
