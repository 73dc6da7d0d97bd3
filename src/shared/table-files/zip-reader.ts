/** An archive whose entries are read on demand. */
export interface ZipFile {
  /** Resolves to null if there is no entry of that name. */
  readonly entry: (name: string) => Promise<ZipEntry | null>;
}

/** The content of an entry, decompressed. */
export interface ZipEntry {
  readonly stream: () => ReadableStream<Uint8Array<ArrayBuffer>>;
  /** As the archive says: not to be relied on. */
  readonly size: number;
}

const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_HEADER_BYTES = 46;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xff_ff;
const DEFLATE = 8;

interface Entry {
  readonly offset: number;
  readonly packedSize: number;
  readonly size: number;
  readonly method: number;
}

/** Opens an archive by its central directory. Null if the file is not an archive. */
export async function openZip(file: Blob): Promise<ZipFile | null> {
  const tail = new DataView(
    await file.slice(Math.max(0, file.size - DIRECTORY_END_BYTES - MAX_COMMENT_BYTES)).arrayBuffer(),
  );
  let at = tail.byteLength - DIRECTORY_END_BYTES;
  while (at >= 0 && tail.getUint32(at, true) !== DIRECTORY_END) at -= 1;
  if (at < 0) return null;
  const size = tail.getUint32(at + 12, true);
  const start = tail.getUint32(at + 16, true);
  const entries = directoryEntries(await file.slice(start, start + size).arrayBuffer());
  return {
    entry: async (name) => {
      const entry = entries.get(name);
      if (entry === undefined) return null;
      const header = await file.slice(entry.offset, entry.offset + LOCAL_HEADER_BYTES).arrayBuffer();
      const view = new DataView(header);
      const contentStart =
        entry.offset + LOCAL_HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
      const packed = file.slice(contentStart, contentStart + entry.packedSize);
      if (entry.method !== DEFLATE) return packed;
      return {
        size: entry.size,
        stream: () => packed.stream().pipeThrough(new DecompressionStream('deflate-raw')),
      };
    },
  };
}

function directoryEntries(directory: ArrayBuffer): Map<string, Entry> {
  const view = new DataView(directory);
  const decoder = new TextDecoder();
  const entries = new Map<string, Entry>();
  let at = 0;
  while (at + DIRECTORY_HEADER_BYTES <= view.byteLength && view.getUint32(at, true) === DIRECTORY_HEADER) {
    const nameLength = view.getUint16(at + 28, true);
    const name = decoder.decode(new Uint8Array(directory, at + DIRECTORY_HEADER_BYTES, nameLength));
    entries.set(name, {
      offset: view.getUint32(at + 42, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      method: view.getUint16(at + 10, true),
    });
    at += DIRECTORY_HEADER_BYTES + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}
