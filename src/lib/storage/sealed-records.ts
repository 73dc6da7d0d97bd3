import * as z from 'zod';
import type { DBSchema, IDBPDatabase } from 'idb';
import {
  BASE_KEY,
  baseKeyOf,
  sealedSchema,
  createBaseKey,
  deriveSealingKey,
  deriveTagKey,
  sealText,
  tagOf,
  unsealText,
  type BaseKey,
  type Sealed,
} from './base-key';
import {
  type FileSealing,
  type RecordStorage,
  type RecordWrite,
  type StoredRecord,
  accountId,
  type AccountKey,
} from './record-storage';
import { randomId } from '../base/random-id';
import { withDatabase, type DatabaseOf } from './with-database';

interface Schema extends DBSchema {
  keys: { key: string; value: unknown };
  heads: { key: string; value: unknown };
  records: { key: RowKey; value: unknown; indexes: { slot: Slot } };
}
type Database = IDBPDatabase<Schema>;

/** A record's position in the order in which the records of its collection were written. */
type Slot = [accountTag: string, collection: string, order: number];

const headSchema = z.object({
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
  /** A secret of the installation that becomes part of the key derivation. Null if there is none. */
  readonly installationSecret: string | null;
}

/** Stores encrypted records in IndexedDB under hashed names. The storage reveals their number but no account or id. */
export function createSealedRecords({
  databaseName,
  installationSecret,
}: SealedRecordsOptions): RecordStorage {
  const stored: DatabaseOf<Schema> = {
    name: databaseName,
    create: (database) => {
      database.createObjectStore('keys');
      database.createObjectStore('heads');
      database.createObjectStore('records').createIndex('slot', 'slot');
    },
  };
  let known: RecordKeys | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(databaseName);

  async function storedKeys(database: Database): Promise<RecordKeys | null> {
    const base = baseKeyOf(await database.get('keys', BASE_KEY));
    if (base === null) return null;
    if (known?.base.id !== base.id) known = await createRecordKeys(installationSecret, base);
    return known;
  }

  /** Returns the keys. If no usable base key is stored, stores a new one first. */
  async function ensuredKeys(database: Database): Promise<RecordKeys> {
    const found = await storedKeys(database);
    if (found !== null) return found;
    // Creates the keys before the transaction starts, because IndexedDB ends a transaction while other promises are awaited.
    const created = await createRecordKeys(installationSecret);
    const transaction = database.transaction('keys', 'readwrite');
    if (baseKeyOf(await transaction.store.get(BASE_KEY)) === null)
      await transaction.store.put(created.base, BASE_KEY);
    await transaction.done;
    return (await storedKeys(database)) ?? created;
  }

  /** Runs the writes of this tab one after the other. The revision detects conflicts with other tabs. */
  function writeNext(work: (database: Database) => Promise<Message | null>): Promise<void> {
    const earlier = writing;
    const written = run();
    writing = written.catch(() => undefined);
    return written;

    async function run(): Promise<void> {
      await earlier;
      const message = await withDatabase(stored, work);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the postMessage method of a channel has no target origin
      if (message !== null) channel?.postMessage(message);
    }
  }

  return {
    read: (account, collection, selection) =>
      withDatabase(stored, async (database) => {
        const keys = await storedKeys(database);
        if (keys === null) return [];
        const { records } = await look(database, keys, { account, collection, reads: selection });
        return records;
      }),
    write: (write) =>
      writeNext(async (database) => {
        let before: Look | null = null;
        for (;;) {
          const keys = (await storedKeys(database)) ?? (await createRecordKeys(installationSecret));
          const seen: Look = await look(database, keys, write);
          // The account's records were deleted after the first read, so nothing is written.
          if (before !== null && before.revision !== null && seen.revision === null) return null;
          const outcome = await change(database, keys, seen, write);
          if (outcome !== 'outdated') return outcome === 'changed' ? { collection: write.collection } : null;
          before = seen;
        }
      }),
    forget: (account) =>
      writeNext(async (database) => {
        const keys = await storedKeys(database);
        if (keys === null) return null;
        const accountTag = await keys.accountTag(account);
        const transaction = database.transaction(['heads', 'records'], 'readwrite');
        await transaction.objectStore('heads').delete(accountTag);
        await transaction.objectStore('records').delete(startingWith([accountTag]));
        await transaction.done;
        return { collection: null };
      }),
    fileSealing: async (account, purpose) => {
      const keys = await withDatabase(stored, ensuredKeys);
      return keys.fileSealing(account, purpose);
    },
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

/** A consistent view of an account's records at one time. */
interface Look {
  readonly accountTag: string;
  /** Null if the account has no records. */
  readonly revision: string | null;
  readonly nextOrder: number;
  readonly records: readonly StoredRecord[];
}

type Reading = Pick<RecordWrite, 'account' | 'collection' | 'reads'>;

async function look(
  database: Database,
  keys: RecordKeys,
  { account, collection, reads }: Reading,
): Promise<Look> {
  const accountTag = await keys.accountTag(account);
  const chosen =
    reads === 'all' ? null : await Promise.all(reads.map((id) => keys.rowKey(accountTag, collection, id)));
  const transaction = database.transaction(['heads', 'records']);
  const records = transaction.objectStore('records');
  const all = startingWith([accountTag, collection]);
  const [head, rowKeys, rows] = await Promise.all([
    transaction.objectStore('heads').get(accountTag),
    chosen ?? records.index('slot').getAllKeys(all),
    chosen === null
      ? records.index('slot').getAll(all)
      : Promise.all(chosen.map((rowKey) => records.get(rowKey))),
  ]);
  const { revision, nextOrder } = readHead(head);
  const unsealed = await Promise.all(rowKeys.map((rowKey, at) => unsealRow(keys, rowKey, rows[at])));
  return { accountTag, revision, nextOrder, records: unsealed.filter((record) => record !== null) };
}

async function unsealRow(keys: RecordKeys, rowKey: RowKey, stored: unknown): Promise<StoredRecord | null> {
  const row = rowSchema.safeParse(stored);
  const text = row.success ? await keys.unseal(rowKey, row.data) : null;
  return text === null ? null : recordSchema.parse(JSON.parse(text));
}

/** Writes the changes. Returns `outdated`, without any change, if another tab has written since the records were read. */
async function change(
  database: Database,
  keys: RecordKeys,
  { accountTag, revision, nextOrder, records }: Look,
  { collection, limit, isDurable = false, decide }: RecordWrite,
): Promise<'changed' | 'unchanged' | 'outdated'> {
  const { put = [], remove = [] } = decide(records);
  if (put.length === 0 && remove.length === 0) return 'unchanged';
  // Encrypts before the transaction starts, because IndexedDB ends a transaction while other promises are awaited.
  const removed = await Promise.all(remove.map((id) => keys.rowKey(accountTag, collection, id)));
  const written = await Promise.all(
    put.map(async ({ id, value }, at) => {
      const rowKey = await keys.rowKey(accountTag, collection, id);
      const slot: Slot = [accountTag, collection, nextOrder + at];
      return { rowKey, row: { slot, ...(await keys.seal(rowKey, JSON.stringify({ id, value }))) } };
    }),
  );

  const options = { durability: isDurable ? 'strict' : 'default' } as const;
  const transaction = database.transaction(['keys', 'heads', 'records'], 'readwrite', options);
  // If a request fails, it rejects first and `done` is never awaited. This handler prevents an unhandled rejection.
  void transaction.done.catch(() => undefined);
  const heads = transaction.objectStore('heads');
  const rows = transaction.objectStore('records');
  const base = baseKeyOf(await transaction.objectStore('keys').get(BASE_KEY));
  const isOutdated =
    (base !== null && base.id !== keys.base.id) ||
    readHead(await heads.get(accountTag)).revision !== revision;
  if (!isOutdated) {
    await transaction.objectStore('keys').put(keys.base, BASE_KEY);
    for (const rowKey of removed) await rows.delete(rowKey);
    for (const { rowKey, row } of written) await rows.put(row, rowKey);
    const inOrder = await rows.index('slot').getAllKeys(startingWith([accountTag, collection]));
    for (const rowKey of inOrder.slice(0, Math.max(0, inOrder.length - limit))) await rows.delete(rowKey);
    await heads.put({ revision: randomId(), nextOrder: nextOrder + written.length }, accountTag);
  }
  await transaction.done;
  return isOutdated ? 'outdated' : 'changed';
}

function readHead(stored: unknown): { readonly revision: string | null; readonly nextOrder: number } {
  const head = headSchema.safeParse(stored);
  return head.success ? head.data : { revision: null, nextOrder: 0 };
}

function startingWith(parts: readonly string[]): IDBKeyRange {
  // The range covers all longer keys, because arrays sort after strings and numbers.
  return IDBKeyRange.bound(parts, [...parts, []]);
}

/** The keys that encrypt records, and the functions that derive the records' hashed names. */
interface RecordKeys {
  readonly base: BaseKey;
  readonly accountTag: (account: AccountKey) => Promise<string>;
  readonly rowKey: (accountTag: string, collection: string, id: string) => Promise<RowKey>;
  /** Encrypts a text and binds it to the record's key, so that it cannot be decrypted under another key. */
  readonly seal: (rowKey: RowKey, text: string) => Promise<Sealed>;
  readonly unseal: (rowKey: RowKey, sealed: Sealed) => Promise<string | null>;
  readonly fileSealing: (account: AccountKey, purpose: string) => Promise<FileSealing>;
}

type RowKey = [accountTag: string, collection: string, recordTag: string];

/** Derives the keys from a base key (by default a new one) and the `installationSecret`. */
async function createRecordKeys(
  installationSecret: string | null,
  givenBase: BaseKey | null = null,
): Promise<RecordKeys> {
  const base = givenBase ?? (await createBaseKey());
  const [sealing, tags] = await Promise.all([
    deriveSealingKey(base, JSON.stringify(['records', installationSecret])),
    deriveTagKey(base, JSON.stringify(['record names', installationSecret])),
  ]);
  return {
    base,
    accountTag: (account) => tagOf(tags, accountId(account)),
    rowKey: async (accountTag, collection, id) => [
      accountTag,
      collection,
      await tagOf(tags, JSON.stringify([accountTag, collection, id])),
    ],
    seal: (rowKey, text) => sealText(sealing, text, JSON.stringify(rowKey)),
    unseal: (rowKey, sealed) => unsealText(sealing, sealed, JSON.stringify(rowKey)),
    fileSealing: async (account, purpose) => {
      const [folder, key] = await Promise.all([
        tagOf(tags, JSON.stringify(['files', purpose, accountId(account)])),
        deriveSealingKey(base, JSON.stringify(['files', purpose, accountId(account), installationSecret])),
      ]);
      return { folder, key };
    },
  };
}
