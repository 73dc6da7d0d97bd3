import * as z from 'zod';
import { recordKey, recordsOf, type Owner } from '@/shared/storage/owned-records';
import { withWorkbenchDatabase } from './workbench-database';

const storedListSchema = z.object({ digest: z.string(), list: z.string(), usedAtMs: z.number() });

/** Older ones are forgotten; their queries are still among the saved views and recent runs. */
const MAX_LISTS = 100;

/** The lists of the owner that are at hand, by digest. Rejects where storage is refused. */
export async function readLists(
  owner: Owner,
  digests: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return withWorkbenchDatabase(async (database) => {
    const records = await Promise.all(
      digests.map((digest) => database.get('lists', recordKey(owner, digest))),
    );
    return new Map(
      records.flatMap((record) => {
        const stored = storedListSchema.safeParse(record).data;
        return stored === undefined ? [] : [[stored.digest, stored.list] as const];
      }),
    );
  });
}

/** Rejects where storage is refused or full. */
export async function writeLists(owner: Owner, lists: ReadonlyMap<string, string>): Promise<void> {
  await withWorkbenchDatabase(async (database) => {
    const transaction = database.transaction('lists', 'readwrite');
    for (const [digest, list] of lists) {
      await transaction.store.put({ digest, list, usedAtMs: Date.now() }, recordKey(owner, digest));
    }
    const kept = (await transaction.store.getAll(recordsOf(owner))).flatMap(
      (record) => storedListSchema.safeParse(record).data ?? [],
    );
    const old = kept.toSorted((a, b) => b.usedAtMs - a.usedAtMs).slice(MAX_LISTS);
    for (const { digest } of old) await transaction.store.delete(recordKey(owner, digest));
    await transaction.done;
  });
}
