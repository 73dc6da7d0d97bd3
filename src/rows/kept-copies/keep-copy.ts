import type { OwnRecords } from '@/lib/storage/owned-store';
import { randomId } from '@/lib/base/random-id';
import type { StoredRecord } from '@/lib/storage/record-storage';
import type { SealedContent } from '@/lib/sealed-files/sealed-file';
import { CopyError, copyFailure } from './copy-failure';
import { copyFolder, copySeal, readCopyFile, type CopyPlace } from './copy-file';
import { keptCopies } from './kept-copies';
import { COPY_FORMAT, type KeptCopy, type NewCopy } from './kept-copy';

/** Must never change, because files of copies can be decrypted only with a key for the same purpose. */
const SEALING_PURPOSE = 'copies';

/** Writes the file of a copy in a worker. Rejects with a CopyError. */
export type WriteCopy = (place: CopyPlace, content: SealedContent, signal: AbortSignal) => Promise<number>;

/** Writes the file and then the record, so that every listed copy is complete. Rejects with a CopyError or the signal's reason. */
export async function keepCopy(
  own: OwnRecords,
  copy: NewCopy,
  content: SealedContent,
  { write, signal }: { readonly write: WriteCopy; readonly signal: AbortSignal },
): Promise<KeptCopy> {
  const id = randomId();
  const place = await placeOf(own, id);
  return navigator.locks.request(lockName(id), async () => {
    try {
      const size = await write(place, content, signal);
      signal.throwIfAborted();
      const kept = { ...copy, id, size, formatVersion: COPY_FORMAT, keptAtMs: Date.now() };
      await keptCopies.put(own, [kept]);
      return kept;
    } catch (error) {
      await removeFile(place.folder, id).catch(() => undefined);
      signal.throwIfAborted();
      throw new CopyError(copyFailure(error));
    }
  });
}

/** Returns the location and the key of a copy's file. */
export async function placeOf({ account, storage }: OwnRecords, id: string): Promise<CopyPlace> {
  return { ...(await storage.fileSealing(account, SEALING_PURPOSE)), id };
}

/** Returns the file of a copy for saving. Rejects with a CopyError. */
export async function copyContent(
  own: OwnRecords,
  { id, size }: KeptCopy,
): Promise<Pick<SealedContent, 'content' | 'seal'>> {
  try {
    const place = await placeOf(own, id);
    const content = await readCopyFile(place);
    if (content.size !== size) throw new CopyError({ kind: 'damaged' });
    return { content, seal: copySeal(place) };
  } catch (error) {
    throw new CopyError(copyFailure(error));
  }
}

/** Deletes a copy. If its file is in use, a later `sweepCopies` removes it. Without its record, the file cannot be opened. */
export async function deleteCopy(own: OwnRecords, id: string): Promise<void> {
  await keptCopies.remove(own, id);
  const { folder } = await own.storage.fileSealing(own.account, SEALING_PURPOSE);
  await removeFile(folder, id).catch(() => undefined);
}

/** Deletes all copies of the account, including those of other versions. Rejects if anything remains. */
export async function deleteAllCopies(own: OwnRecords): Promise<void> {
  const { account, storage } = own;
  await changeStored(own, (stored) => stored.map(({ id }) => id));
  const { folder } = await storage.fileSealing(account, SEALING_PURPOSE);
  const directory = await copyFolder(folder);
  for await (const id of directory?.keys() ?? []) await directory?.removeEntry(id);
}

/** Removes files without a record, unless another tab is writing them. Never rejects, because the next call removes what remains. */
export async function sweepCopies(own: OwnRecords): Promise<void> {
  const { account, storage } = own;
  try {
    const { folder } = await storage.fileSealing(account, SEALING_PURPOSE);
    const directory = await copyFolder(folder);
    if (directory === null) return;
    for await (const id of directory.keys()) {
      await navigator.locks.request(lockName(id), { ifAvailable: true }, async (lock) => {
        if (lock === null) return;
        // Reads the record while it holds the lock, because another tab may have completed the copy before.
        const [record] = await storage.read(account, keptCopies.name, [id]);
        if (record === undefined) await directory.removeEntry(id);
      });
    }
  } catch {
    // The next call of this function removes what remains.
  }
}

/** Deletes the records of copies whose files were deleted at the end of a session (the setting `keptCopies`). */
export async function forgetLostCopies(own: OwnRecords): Promise<void> {
  const { account, storage } = own;
  // Reads the records before the folder, so that a copy that is kept in the meantime does not count as lost.
  const lost = new Set((await storage.read(account, keptCopies.name, 'all')).map(({ id }) => id));
  if (lost.size === 0) return;
  const { folder } = await storage.fileSealing(account, SEALING_PURPOSE);
  const directory = await copyFolder(folder);
  for await (const id of directory?.keys() ?? []) lost.delete(id);
  await changeStored(own, (stored) => stored.map(({ id }) => id).filter((id) => lost.has(id)));
}

async function changeStored(
  { account, storage }: OwnRecords,
  removed: (stored: readonly StoredRecord[]) => readonly string[],
): Promise<void> {
  await storage.write({
    account,
    collection: keptCopies.name,
    reads: 'all',
    limit: Infinity,
    decide: (stored) => ({ remove: removed(stored) }),
  });
}

async function removeFile(folder: string, id: string): Promise<void> {
  const directory = await copyFolder(folder);
  await directory?.removeEntry(id);
}

/** Returns the name of the lock that a tab holds while it writes or removes the file. */
function lockName(id: string): string {
  return `colonnade.copy.${id}`;
}
