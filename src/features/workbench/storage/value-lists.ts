import * as z from 'zod';
import { ownedStore, type OwnRecords } from '@/shared/storage/owned-store';

/** The long lists of values that addresses name by their digests. */
const valueLists = ownedStore({
  name: 'lists',
  schema: z.object({ digest: z.string(), list: z.string() }),
  idOf: ({ digest }) => digest,
  // Older ones are forgotten; their queries are still among the saved views and recent runs.
  limit: 100,
});

/** The lists that are at hand, by digest. Rejects where storage is refused. */
export async function readLists(
  own: OwnRecords,
  digests: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const lists = await valueLists.readSome(own, digests);
  return new Map(lists.map(({ digest, list }) => [digest, list]));
}

/** Rejects where storage is refused or full. */
export async function writeLists(own: OwnRecords, lists: ReadonlyMap<string, string>): Promise<void> {
  await valueLists.put(
    own,
    [...lists].map(([digest, list]) => ({ digest, list })),
  );
}
