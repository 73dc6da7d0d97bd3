import { damaged } from './damaged-file';

/** A ZIP archive whose entries are read on demand. */
export interface ZipFile {
  /** Returns an entry, or null if there is none of that name. `part` is its name in messages. Rejects with a DamagedFileError. */
  readonly entry: (name: string, part?: string) => Promise<ZipEntry | null>;
}

export interface ZipEntry {
  /** Fails with a DamagedFileError if the content does not match its checksum or size. Never returns more bytes than `size`. */
  readonly stream: () => ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly size: number;
}

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_HEADER_BYTES = 46;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xff_ff;
/** The most bytes of the directory, enough for more than 100,000 entries. Documents have a few. */
const MAX_DIRECTORY_BYTES = 16_000_000;
/** The value that means that the number of entries is in ZIP64 data, which this code does not read. */
const UNKNOWN_COUNT = 0xff_ff;
const STORED = 0;
const DEFLATE = 8;

interface Entry {
  readonly offset: number;
  readonly packedSize: number;
  readonly size: number;
  readonly checksum: number;
  readonly method: number;
  /** Whether two entries have the same name. Programs differ in which of the two they read. */
  readonly isDoubled: boolean;
}

/** Opens an archive by its central directory. Returns null if the file is not an archive. Rejects with a DamagedFileError. */
export async function openZip(file: Blob): Promise<ZipFile | null> {
  const tail = new DataView(
    await file.slice(Math.max(0, file.size - DIRECTORY_END_BYTES - MAX_COMMENT_BYTES)).arrayBuffer(),
  );
  let at = tail.byteLength - DIRECTORY_END_BYTES;
  while (at >= 0 && tail.getUint32(at, true) !== DIRECTORY_END) at -= 1;
  if (at < 0) return null;
  const count = tail.getUint16(at + 10, true);
  const size = tail.getUint32(at + 12, true);
  const start = tail.getUint32(at + 16, true);
  const directoryEnd = file.size - tail.byteLength + at;
  if (start + size > directoryEnd || size > MAX_DIRECTORY_BYTES) throw damaged({ kind: 'directory' });
  const entries = directoryEntries(await file.slice(start, start + size).arrayBuffer(), count);
  return {
    entry: async (name, part = name) => {
      const entry = entries.get(entryKey(name));
      if (entry === undefined) return null;
      const { offset, packedSize, method, isDoubled } = entry;
      if (isDoubled) throw damaged({ kind: 'directory' });
      const header = await file.slice(offset, offset + LOCAL_HEADER_BYTES).arrayBuffer();
      const view = new DataView(header);
      const isWhole = header.byteLength === LOCAL_HEADER_BYTES && view.getUint32(0, true) === LOCAL_HEADER;
      if (!isWhole) throw damaged({ kind: 'directory' });
      const contentStart = offset + LOCAL_HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
      if (contentStart + packedSize > start || (method !== STORED && method !== DEFLATE)) {
        throw damaged({ kind: 'directory' });
      }
      const packed = file.slice(contentStart, contentStart + packedSize);
      return { size: entry.size, stream: () => checkedContent(packed, entry, part) };
    },
  };
}

/** Returns the entries of the directory. Their keys in the map come from `entryKey`. */
function directoryEntries(directory: ArrayBuffer, count: number): Map<string, Entry> {
  const view = new DataView(directory);
  const decoder = new TextDecoder();
  const entries = new Map<string, Entry>();
  let found = 0;
  let at = 0;
  while (at + DIRECTORY_HEADER_BYTES <= view.byteLength && view.getUint32(at, true) === DIRECTORY_HEADER) {
    const nameLength = view.getUint16(at + 28, true);
    const end =
      at +
      DIRECTORY_HEADER_BYTES +
      nameLength +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
    if (end > view.byteLength) break;
    const name = entryKey(decoder.decode(new Uint8Array(directory, at + DIRECTORY_HEADER_BYTES, nameLength)));
    entries.set(name, {
      offset: view.getUint32(at + 42, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      checksum: view.getUint32(at + 16, true),
      method: view.getUint16(at + 10, true),
      isDoubled: entries.has(name),
    });
    found += 1;
    at = end;
  }
  if (at !== view.byteLength || (found !== count && count !== UNKNOWN_COUNT)) {
    throw damaged({ kind: 'directory' });
  }
  return entries;
}

/** Returns one key for all spellings of a part's name: in any case, with escapes, or with the backslashes of Windows programs. */
function entryKey(name: string): string {
  const path = name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A gzip header without a name and a time (RFC 1952). */
const GZIP_HEADER = Uint8Array.from([0x1f, 0x8b, DEFLATE, 0, 0, 0, 0, 0, 0, 0xff]);
/** The most bytes of an uncompressed block (RFC 1951, 3.2.4). */
const STORED_BLOCK_BYTES = 0xff_ff;

/** Decompresses content as gzip, because the browser then checks the checksum and the size. */
function checkedContent(
  packed: Blob,
  { checksum, size, method }: Entry,
  part: string,
): ReturnType<ZipEntry['stream']> {
  const trailer = new DataView(new ArrayBuffer(8));
  trailer.setUint32(0, checksum, true);
  trailer.setUint32(4, size, true);
  const blocks = method === DEFLATE ? [packed] : storedBlocks(packed);
  const reader = new Blob([GZIP_HEADER, ...blocks, trailer.buffer])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .getReader();
  let byteCount = 0;
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await reader.read().catch((error: unknown) => {
        // A DOMException means that the browser cannot read the file, which is not damage.
        throw error instanceof DOMException ? error : damaged({ kind: 'checksum', part });
      });
      if (done) return controller.close();
      byteCount += value.length;
      // Stops a stream that is longer than stated, even one that would never end.
      if (byteCount > size) {
        await reader.cancel().catch(() => undefined);
        throw damaged({ kind: 'checksum', part });
      }
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Returns uncompressed bytes in the form of a deflate stream. */
function storedBlocks(content: Blob): BlobPart[] {
  const parts: BlobPart[] = [];
  for (let start = 0; start === 0 || start < content.size; start += STORED_BLOCK_BYTES) {
    const block = content.slice(start, start + STORED_BLOCK_BYTES);
    const isLast = start + STORED_BLOCK_BYTES >= content.size;
    const header = new DataView(new ArrayBuffer(5));
    header.setUint8(0, isLast ? 1 : 0);
    header.setUint16(1, block.size, true);
    header.setUint16(3, ~block.size & 0xff_ff, true);
    parts.push(header.buffer, block);
  }
  return parts;
}
