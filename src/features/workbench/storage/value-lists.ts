import * as z from 'zod';
import { ownedStore, type OwnRecords } from '@/lib/storage/owned-store';

/** The long lists of values that addresses reference by digest. */
const valueLists = ownedStore({
  name: 'lists',
  schema: z.object({ digest: z.string(), list: z.string() }),
  idOf: ({ digest }) => digest,
  // Older lists are deleted. Saved views and recent runs hold their queries in full.
  limit: 100,
});

export type ValueLists = ReadonlyMap<string, string>;

/** Reads the lists that this browser stores. Rejects when the browser refuses storage. */
export async function readLists(own: OwnRecords, digests: readonly string[]): Promise<ValueLists> {
  const lists = await valueLists.readSome(own, digests);
  return new Map(lists.map(({ digest, list }) => [digest, list]));
}

/** Stores lists. Rejects when storage is refused or full. */
export async function writeLists(own: OwnRecords, lists: ValueLists): Promise<void> {
  await valueLists.put(
    own,
    [...lists].map(([digest, list]) => ({ digest, list })),
  );
}
