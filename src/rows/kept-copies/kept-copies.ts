import { ownedStore, type OwnRecords } from '@/lib/storage/owned-store';
import { keptCopySchema, type CopyLabels, type KeptCopy } from './kept-copy';

/** The records of an account's copies. Only when a copy's record is on disk does the copy exist, and may the screen confirm it. */
export const keptCopies = ownedStore({
  name: 'copies',
  schema: keptCopySchema,
  idOf: ({ id }) => id,
  isDurable: true,
});

/** Reads the records, the latest first. Rejects if the browser denies storage. */
export async function readCopies(own: OwnRecords): Promise<readonly KeptCopy[]> {
  const copies = await keptCopies.readAll(own);
  return copies.toSorted((a, b) => b.keptAtMs - a.keptAtMs);
}

/** Sets the name and note of a copy. Rejects if the browser denies storage or storage is full. */
export async function labelCopy(own: OwnRecords, { id, ...labels }: CopyLabels): Promise<void> {
  await keptCopies.update(own, (copies) =>
    copies.map((copy) => (copy.id === id ? { ...copy, ...labels } : copy)),
  );
}
