import { ownedStore, type OwnRecords } from '@/lib/storage/owned-store';
import { keptCopySchema, type CopyLabels, type KeptCopy } from './kept-copy';

/** The records of an account's copies. A copy exists once its record is on disk; only then may the screen confirm it. */
export const keptCopies = ownedStore({
  name: 'copies',
  schema: keptCopySchema,
  idOf: ({ id }) => id,
  isDurable: true,
});

/** Reads the records, the latest first. Rejects where storage is refused. */
export async function readCopies(own: OwnRecords): Promise<readonly KeptCopy[]> {
  const copies = await keptCopies.readAll(own);
  return copies.toSorted((a, b) => b.keptAtMs - a.keptAtMs);
}

/** Gives a copy another name and note. Rejects where storage is refused or full. */
export async function labelCopy(own: OwnRecords, { id, ...labels }: CopyLabels): Promise<void> {
  await keptCopies.update(own, (copies) =>
    copies.map((copy) => (copy.id === id ? { ...copy, ...labels } : copy)),
  );
}
