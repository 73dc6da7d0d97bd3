import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import * as z from 'zod';
import { baseKeySchema, sealedSchema } from './base-key';
import { createRecordKeys, type RecordKeys, type RowKey } from './record-keys';
import type { RecordStorage, RecordWrite, StoredRecord } from './record-storage';
import { randomId } from './random-id';

interface Schema extends DBSchema {
  keys: { key: string; value: unknown };
  /** One for each owner who has records. */
  heads: { key: string; value: unknown };
  records: { key: RowKey; value: unknown; indexes: { slot: Slot } };
}
type Database = IDBPDatabase<Schema>;

/** The record's place in the order of writing. */
type Slot = [ownerTag: string, collection: string, order: number];

const KEY_KEY = 'current';

const headSchema = z.object({
  /** Another one after each write. */
  revision: z.string(),
  nextOrder: z.int().nonnegative(),
});

const rowSchema = z.object({
  slot: z.tuple([z.string(), z.string(), z.int().nonnegative()]),
  ...sealedSchema.shape,
});

const recordSchema = z.object({ id: z.string(), value: z.unknown() });

const messageSchema = z.object({ collection: z.string().nullable() });

export interface SealedRecordsOptions {
  readonly databaseName: string;
  /** Null for none. What was sealed with another one is noise. */
  readonly installationSecret: string | null;
}

/**
 * Records in IndexedDB that only this browser can read. They are sealed (AES-GCM), and the names they lie under are keyed
 * hashes of owner and id: the storage shows how many records there are, but neither whose nor which.
 */
export function createSealedRecords({
  databaseName,
  installationSecret,
}: SealedRecordsOptions): RecordStorage {
  let known: RecordKeys | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(databaseName);

  /** Null where nothing was ever written. */
  async function storedKeys(database: Database): Promise<RecordKeys | null> {
    const base = baseKeySchema.safeParse(await database.get('keys', KEY_KEY));
    if (!base.success) return null;
    if (known?.base.id !== base.data.id) known = await createRecordKeys(installationSecret, base.data);
    return known;
  }

  /** Within a tab one write follows the other; between tabs the revision decides. */
  function writeNext(work: (database: Database) => Promise<Message | null>): Promise<void> {
    const earlier = writing;
    const written = run();
    writing = written.catch(() => undefined);
    return written;

    async function run(): Promise<void> {
      await earlier;
      const message = await withDatabase(databaseName, work);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin to name
      if (message !== null) channel?.postMessage(message);
    }
  }

  return {
    isLasting: true,
    read: (owner, collection, selection) =>
      withDatabase(databaseName, async (database) => {
        const keys = await storedKeys(database);
        if (keys === null) return [];
        const { records } = await look(database, keys, { owner, collection, reads: selection });
        return records;
      }),
    write: (write) =>
      writeNext(async (database) => {
        let before: Look | null = null;
        for (;;) {
          const keys = (await storedKeys(database)) ?? (await createRecordKeys(installationSecret));
          const seen: Look = await look(database, keys, write);
          // The owner's records were forgotten meanwhile, and this one with them.
          if (before !== null && before.revision !== null && seen.revision === null) return null;
          const outcome = await change(database, keys, seen, write);
          if (outcome !== 'outdated') return outcome === 'changed' ? { collection: write.collection } : null;
          before = seen;
        }
      }),
    forget: (owner) =>
      writeNext(async (database) => {
        const keys = await storedKeys(database);
        if (keys === null) return null;
        const ownerTag = await keys.ownerTag(owner);
        const transaction = database.transaction(['heads', 'records'], 'readwrite');
        await transaction.objectStore('heads').delete(ownerTag);
        await transaction.objectStore('records').delete(startingWith([ownerTag]));
        await transaction.done;
        return { collection: null };
      }),
    subscribe: (listener) => {
      const receive = (event: MessageEvent) => {
        const message = messageSchema.safeParse(event.data);
        if (message.success) listener(message.data.collection);
      };
      channel?.addEventListener('message', receive);
      return () => channel?.removeEventListener('message', receive);
    },
  };
}

type Message = z.output<typeof messageSchema>;

/** What is stored for an owner, at one moment. */
interface Look {
  readonly ownerTag: string;
  /** Null where the owner has no records. */
  readonly revision: string | null;
  readonly nextOrder: number;
  readonly records: readonly StoredRecord[];
}

type Reading = Pick<RecordWrite, 'owner' | 'collection' | 'reads'>;

async function look(
  database: Database,
  keys: RecordKeys,
  { owner, collection, reads }: Reading,
): Promise<Look> {
  const ownerTag = await keys.ownerTag(owner);
  const chosen =
    reads === 'all' ? null : await Promise.all(reads.map((id) => keys.rowKey(ownerTag, collection, id)));
  const transaction = database.transaction(['heads', 'records']);
  const records = transaction.objectStore('records');
  const all = startingWith([ownerTag, collection]);
  const [head, rowKeys, rows] = await Promise.all([
    transaction.objectStore('heads').get(ownerTag),
    chosen ?? records.index('slot').getAllKeys(all),
    chosen === null
      ? records.index('slot').getAll(all)
      : Promise.all(chosen.map((rowKey) => records.get(rowKey))),
  ]);
  const { revision, nextOrder } = readHead(head);
  const unsealed = await Promise.all(rowKeys.map((rowKey, at) => unsealRow(keys, rowKey, rows[at])));
  return { ownerTag, revision, nextOrder, records: unsealed.filter((record) => record !== null) };
}

async function unsealRow(keys: RecordKeys, rowKey: RowKey, stored: unknown): Promise<StoredRecord | null> {
  const row = rowSchema.safeParse(stored);
  const text = row.success ? await keys.unseal(rowKey, row.data) : null;
  return text === null ? null : recordSchema.parse(JSON.parse(text));
}

/** `outdated`: another tab has written since the look, and nothing was changed. */
async function change(
  database: Database,
  keys: RecordKeys,
  { ownerTag, revision, nextOrder, records }: Look,
  { collection, limit, decide }: RecordWrite,
): Promise<'changed' | 'unchanged' | 'outdated'> {
  const { put = [], remove = [] } = decide(records);
  if (put.length === 0 && remove.length === 0) return 'unchanged';
  // Before the transaction: IndexedDB closes one that waits for anything but itself.
  const removed = await Promise.all(remove.map((id) => keys.rowKey(ownerTag, collection, id)));
  const written = await Promise.all(
    put.map(async ({ id, value }, at) => {
      const rowKey = await keys.rowKey(ownerTag, collection, id);
      const slot: Slot = [ownerTag, collection, nextOrder + at];
      return { rowKey, row: { slot, ...(await keys.seal(rowKey, JSON.stringify({ id, value }))) } };
    }),
  );

  const transaction = database.transaction(['keys', 'heads', 'records'], 'readwrite');
  // A request that fails tells it already, and then nobody waits for the end.
  void transaction.done.catch(() => undefined);
  const heads = transaction.objectStore('heads');
  const rows = transaction.objectStore('records');
  const base = baseKeySchema.safeParse(await transaction.objectStore('keys').get(KEY_KEY));
  const isOutdated =
    (base.success && base.data.id !== keys.base.id) ||
    readHead(await heads.get(ownerTag)).revision !== revision;
  if (!isOutdated) {
    await transaction.objectStore('keys').put(keys.base, KEY_KEY);
    for (const rowKey of removed) await rows.delete(rowKey);
    for (const { rowKey, row } of written) await rows.put(row, rowKey);
    const inOrder = await rows.index('slot').getAllKeys(startingWith([ownerTag, collection]));
    for (const rowKey of inOrder.slice(0, Math.max(0, inOrder.length - limit))) await rows.delete(rowKey);
    await heads.put({ revision: randomId(), nextOrder: nextOrder + written.length }, ownerTag);
  }
  await transaction.done;
  return isOutdated ? 'outdated' : 'changed';
}

function readHead(stored: unknown): { readonly revision: string | null; readonly nextOrder: number } {
  const head = headSchema.safeParse(stored);
  return head.success ? head.data : { revision: null, nextOrder: 0 };
}

function startingWith(parts: readonly string[]): IDBKeyRange {
  // An array sorts behind every text and number.
  return IDBKeyRange.bound(parts, [...parts, []]);
}

// Opened for each use: it is rarely used, and a connection held open blocks the back-forward cache and other tabs.
async function withDatabase<T>(name: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDB<Schema>(name, 1, {
    upgrade: (created) => {
      created.createObjectStore('keys');
      created.createObjectStore('heads');
      created.createObjectStore('records').createIndex('slot', 'slot');
    },
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
