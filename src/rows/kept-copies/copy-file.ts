import { appendSealed, createPendingWrites } from '@/lib/sealed-files/sealed-writes';
import { openWhole, release, sealOf, type Seal, type SealedContent } from '@/lib/sealed-files/sealed-file';
import { KEPT_COPIES } from '@/lib/storage/private-folders';

/** The location of a copy's file, and the key with which it is encrypted. */
export interface CopyPlace {
  readonly folder: string;
  readonly id: string;
  readonly key: CryptoKey;
}

/** Opens the folder of an account's copies. Returns null if it does not exist or the browser denies the private file system. */
export async function copyFolder(
  name: string,
  { isCreated = false } = {},
): Promise<FileSystemDirectoryHandle | null> {
  const options = { create: isCreated };
  try {
    const root = await navigator.storage.getDirectory();
    const copies = await root.getDirectoryHandle(KEPT_COPIES.name, options);
    return await copies.getDirectoryHandle(name, options);
  } catch {
    return null;
  }
}

export function copySeal({ folder, id, key }: CopyPlace): Seal {
  return sealOf(key, folder, id);
}

/** For workers only. Resolves to the size on disk. Rejects with a SealBrokenError or a QuotaExceededError. */
export async function writeCopyFile(
  directory: FileSystemDirectoryHandle,
  place: CopyPlace,
  content: SealedContent,
): Promise<number> {
  const file = await directory.getFileHandle(place.id, { create: true });
  const handle = await file.createSyncAccessHandle();
  const pending = createPendingWrites();
  let sealedSize: number;
  try {
    const appender = appendSealed(handle, copySeal(place), null, pending);
    for await (const bytes of bytesOf(content)) {
      appender.append(bytes);
      release(bytes);
      await pending.ready();
    }
    appender.endSection();
    await pending.settled();
    handle.flush();
    sealedSize = appender.sealedSize();
    if (appender.size() !== content.size) throw new Error('The content has another size.');
  } finally {
    // Waits for writes that are still pending, because the file must not be closed before them.
    await pending.settled().catch(() => undefined);
    handle.close();
  }
  // Checks the size, because Chromium's private windows report success for writes beyond the quota.
  if ((await file.getFile()).size !== sealedSize) throw new DOMException('', 'QuotaExceededError');
  return sealedSize;
}

/** Returns the file of a copy. Rejects with a NotFoundError. */
export async function readCopyFile(place: CopyPlace): Promise<File> {
  const directory = await copyFolder(place.folder);
  if (directory === null) throw new DOMException('', 'NotFoundError');
  return (await directory.getFileHandle(place.id)).getFile();
}

function bytesOf({ content, seal }: SealedContent): AsyncIterable<Uint8Array<ArrayBuffer>> {
  return seal === null ? blobBytes(content) : openWhole({ content, seal });
}

const READ_BYTES = 1 << 19;

async function* blobBytes(content: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < content.size; at += READ_BYTES) {
    yield new Uint8Array(await content.slice(at, at + READ_BYTES).arrayBuffer());
  }
}
