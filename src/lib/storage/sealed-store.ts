import type { DBSchema, IDBPDatabase } from 'idb';
import * as z from 'zod';
import {
  BASE_KEY,
  baseKeyOf,
  createBaseKey,
  deriveSealingKey,
  sealedSchema,
  sealText,
  unsealText,
  type BaseKey,
} from './base-key';
import { withDatabase, type DatabaseOf } from './with-database';

/**
 * A record in IndexedDB with a plain header and an encrypted body (AES-GCM). The key is derived (HKDF) from a non-extractable base key,
 * a `context` and, if there is one, the installation's secret. Decryption needs all of them.
 */
export interface SealedStore {
  /** Reads the record. `body` is null if it was written with another context or is corrupt. */
  readonly read: (context: string | null) => Promise<SealedRecord | null>;
  /**
   * Writes if `decide` returns a header. `decide` is called in the transaction, so that only one of two tabs succeeds. Resolves to the
   * header, or null if nothing was written. If `isSuccessor` returns true, the base key of the replaced record is also deleted.
   */
  readonly write: (
    body: string,
    context: string,
    decide: (current: unknown) => StoredHeader | null,
    isSuccessor?: (current: unknown) => boolean,
  ) => Promise<StoredHeader | null>;
  /**
   * Derives a key for data that is stored elsewhere. It stays the same for a context and purpose until the record is erased or succeeded.
   * Resolves to null if there is no record or `isWanted` rejects its header. The key is not extractable.
   */
  readonly deriveKey: (
    context: string,
    purpose: string,
    isWanted: (current: unknown) => boolean,
  ) => Promise<CryptoKey | null>;
  /** Deletes the record and the key, so that no copy of the record can be decrypted. Needs no free space, so it works on a full disk. */
  readonly erase: () => Promise<void>;
  /** Writes a header without a body, unless there is a record. */
  readonly leaveHeader: (header: StoredHeader) => Promise<void>;
}

export type StoredHeader = Readonly<Record<string, string | number | boolean>>;

export interface SealedRecord {
  /** The header as stored. Callers must validate it, because storage can be corrupt. */
  readonly header: unknown;
  readonly body: string | null;
}

const RECORD_KEY = 'current';

const headerOnlySchema = z.object({ header: z.unknown() });

const recordSchema = headerOnlySchema.extend({
  keyId: z.string(),
  salt: z.instanceof(Uint8Array<ArrayBuffer>),
  ...sealedSchema.shape,
});
type StoredRecord = z.output<typeof recordSchema>;

interface Schema extends DBSchema {
  keys: { key: string; value: unknown };
  records: { key: string; value: unknown };
}

/** Opens the store. Rejects without WebCrypto or IndexedDB. `installationSecret` comes from the server, or is null if it has none. */
export async function openSealedStore(
  databaseName: string,
  installationSecret: string | null = null,
): Promise<SealedStore> {
  /** Returns what goes into the key derivation besides the base key. */
  const partsOf = (...parts: readonly string[]) => JSON.stringify([...parts, installationSecret]);
  const stored: DatabaseOf<Schema> = {
    name: databaseName,
    create: (database) => {
      database.createObjectStore('keys');
      database.createObjectStore('records');
    },
  };
  await withDatabase(stored, async (database) => {
    if ((await database.get('keys', BASE_KEY)) !== undefined) return;
    // Stores a key as a test, because some private modes open the database but cannot store a key.
    await database.put('keys', await createBaseKey(), 'probe');
    await database.delete('keys', 'probe');
  });
  return {
    read: (context) =>
      withDatabase(stored, (database) => read(database, context === null ? null : partsOf(context))),
    write: (body, context, decide, isSuccessor = () => false) =>
      withDatabase(stored, (database) => write(database, body, partsOf(context), { decide, isSuccessor })),
    deriveKey: async (context, purpose, isWanted) => {
      const baseKey = await withDatabase(stored, (database) => readBaseKey(database, isWanted));
      return baseKey && deriveSealingKey(baseKey, partsOf(context, purpose));
    },
    erase: () => withDatabase(stored, erase),
    leaveHeader: (header) => withDatabase(stored, (database) => leaveHeader(database, header)),
  };
}

async function read(database: IDBPDatabase<Schema>, context: string | null): Promise<SealedRecord | null> {
  const transaction = database.transaction(['keys', 'records']);
  const [storedKey, stored] = await Promise.all([
    transaction.objectStore('keys').get(BASE_KEY),
    transaction.objectStore('records').get(RECORD_KEY),
  ]);
  if (stored === undefined) return null;
  const record = recordSchema.safeParse(stored);
  if (!record.success) return { header: headerOf(stored), body: null };
  const baseKey = baseKeyOf(storedKey);
  const isReadable = baseKey?.id === record.data.keyId && context !== null;
  return {
    header: record.data.header,
    body: isReadable ? await unseal(record.data, baseKey, context) : null,
  };
}

async function write(
  database: IDBPDatabase<Schema>,
  body: string,
  context: string,
  { decide, isSuccessor }: WriteDecisions,
): Promise<StoredHeader | null> {
  for (;;) {
    const { key: known, header: seen } = await readStanding(database);
    const isKnownGood = known !== null && !isSuccessor(seen);
    const baseKey = isKnownGood ? known : await createBaseKey();
    // Encrypts before the transaction starts, because IndexedDB ends a transaction while other promises are awaited.
    const sealed = await seal(body, baseKey, context);
    const transaction = database.transaction(['keys', 'records'], 'readwrite');
    const keys = transaction.objectStore('keys');
    const records = transaction.objectStore('records');
    // Another tab may have written with a new key since this tab read the key.
    const isAsSeen = baseKeyOf(await keys.get(BASE_KEY))?.id === known?.id;
    if (isAsSeen) {
      const header = decide(headerOf(await records.get(RECORD_KEY)));
      if (header !== null) {
        await keys.put(baseKey, BASE_KEY);
        await records.put({ ...sealed, header }, RECORD_KEY);
      }
      await transaction.done;
      return header;
    }
    await transaction.done;
  }
}

async function erase(database: IDBPDatabase<Schema>): Promise<void> {
  const transaction = database.transaction(['keys', 'records'], 'readwrite');
  await Promise.all([
    transaction.objectStore('keys').clear(),
    transaction.objectStore('records').clear(),
    transaction.done,
  ]);
}

async function leaveHeader(database: IDBPDatabase<Schema>, header: StoredHeader): Promise<void> {
  const transaction = database.transaction('records', 'readwrite');
  if ((await transaction.store.get(RECORD_KEY)) === undefined) {
    await transaction.store.put({ header }, RECORD_KEY);
  }
  await transaction.done;
}

interface WriteDecisions {
  readonly decide: (current: unknown) => StoredHeader | null;
  readonly isSuccessor: (current: unknown) => boolean;
}

async function readBaseKey(
  database: IDBPDatabase<Schema>,
  isWanted: (current: unknown) => boolean,
): Promise<BaseKey | null> {
  const { key, header } = await readStanding(database);
  return isWanted(header) ? key : null;
}

async function readStanding(
  database: IDBPDatabase<Schema>,
): Promise<{ readonly key: BaseKey | null; readonly header: unknown }> {
  const transaction = database.transaction(['keys', 'records']);
  const [storedKey, stored] = await Promise.all([
    transaction.objectStore('keys').get(BASE_KEY),
    transaction.objectStore('records').get(RECORD_KEY),
  ]);
  return { key: baseKeyOf(storedKey), header: headerOf(stored) };
}

function headerOf(stored: unknown): unknown {
  const record = headerOnlySchema.safeParse(stored);
  return record.success ? record.data.header : null;
}

async function seal(text: string, baseKey: BaseKey, context: string): Promise<Omit<StoredRecord, 'header'>> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = await deriveSealingKey(baseKey, context, salt);
  return { keyId: baseKey.id, salt, ...(await sealText(key, text)) };
}

async function unseal(record: StoredRecord, baseKey: BaseKey, context: string): Promise<string | null> {
  return unsealText(await deriveSealingKey(baseKey, context, record.salt), record);
}
