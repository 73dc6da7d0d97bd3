// Encrypted ("sealed") files. A file is a random 16-byte mark, followed by chunks: content length and end-of-section flag (4 bytes),
// random nonce (12), and the content under AES-GCM with its tag (16). A chunk's additional data includes the file's name, the mark, the
// chunk's index and the flag, so that swapped chunks and truncated sections are detected.

/** The key of an encrypted file, and the folder and file name (`place`) that the encryption is bound to. */
export interface Seal {
  readonly key: CryptoKey;
  readonly place: string;
}

/** Returns the seal (key and place) for a file in a folder. */
export function sealOf(key: CryptoKey, folderName: string, fileName: string): Seal {
  return { key, place: `${folderName}/${fileName}` };
}

/** A complete file. If it is encrypted, it is a single section: a run of chunks of which the last one has the end-of-section flag. */
export interface SealedContent {
  readonly content: Blob;
  /** Null if the content is in memory, where it is not encrypted. */
  readonly seal: Seal | null;
  /** The size of the decrypted content in bytes. */
  readonly size: number;
}

/** Thrown if a file is corrupt or incomplete, or was encrypted with another key or for another place. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
  constructor() {
    super('The file cannot be opened.');
  }
}

/** The most content bytes of a chunk. For larger ones, browsers request memory from the system: a megabyte takes eight times as long. */
const CHUNK_BYTES = 1 << 19;
/** The limit for chunks that are read. A chunk that claims to be longer is corrupt. */
const MAX_READ_CHUNK_BYTES = 1 << 20;
const MARK_BYTES = 16;
const LENGTH_BYTES = 4;
const COUNTER_BYTES = 12;
const HEADER_BYTES = LENGTH_BYTES + COUNTER_BYTES;
const TAG_BYTES = 16;
/** The end-of-section flag, which is the highest bit of the length. */
const END_FLAG = 0x8000_0000;

type Bytes = Uint8Array<ArrayBuffer>;

let nobody: MessagePort | null = null;

/** Frees memory at once by posting it to a closed port. Chromium does not free buffers that `transfer(0)` detaches. */
export function release({ buffer }: Bytes): void {
  if (nobody === null) {
    const { port1, port2 } = new MessageChannel();
    port2.close();
    nobody = port1;
  }
  nobody.postMessage(null, [buffer]);
}

export interface SealedAppender {
  readonly append: (bytes: Bytes) => void;
  /** Ends the current section. A section begins at the end of the previous one. */
  readonly endSection: () => void;
  /** Returns the number of appended bytes, before encryption. */
  readonly size: () => number;
  /** Returns the size of the encrypted file after everything has been written, in bytes. */
  readonly sealedSize: () => number;
}

/** The end of a file, at which more chunks can be appended. */
export interface SealedEnd {
  readonly mark: Bytes;
  /** The position of the end in bytes. */
  readonly at: number;
  readonly index: number;
}

/** Writes the result of a pending encryption at a position in the file. */
export type WriteSealed = (sealed: Promise<readonly Bytes[]>, at: number) => void;

/** Returns the end of a new, empty file. The mark must be written before anything is appended. */
export function newSealedEnd(): SealedEnd {
  return { mark: crypto.getRandomValues(new Uint8Array(MARK_BYTES)), at: MARK_BYTES, index: 0 };
}

/** Creates an appender that encrypts chunks. It calls `write` in order, with each chunk's position in the file. */
export function createSealedAppender(seal: Seal, end: SealedEnd, write: WriteSealed): SealedAppender {
  let { at, index } = end;
  let size = 0;
  const gathered = new Uint8Array(CHUNK_BYTES);
  let gatheredEnd = 0;

  function flush(endsSection: boolean): void {
    // The cipher copies its input synchronously, so the buffer can be reused at once.
    const sealed = sealChunk(seal, { mark: end.mark, index, endsSection }, gathered.subarray(0, gatheredEnd));
    write(sealed, at);
    at += sealedLength(gatheredEnd);
    index += 1;
    gatheredEnd = 0;
  }

  return {
    append: (bytes) => {
      size += bytes.length;
      for (let from = 0; from < bytes.length;) {
        // Writes a full chunk only when more bytes arrive, because the chunk may be the last one of its section.
        if (gatheredEnd === CHUNK_BYTES) flush(false);
        const taken = bytes.subarray(from, from + CHUNK_BYTES - gatheredEnd);
        gathered.set(taken, gatheredEnd);
        gatheredEnd += taken.length;
        from += taken.length;
      }
    },
    endSection: () => flush(true),
    size: () => size,
    sealedSize: () => at,
  };
}

export interface OpenedChunk {
  readonly bytes: Bytes;
  readonly endsSection: boolean;
  readonly end: SealedEnd;
}

/** Yields the chunks up to an incomplete one, which a closed page can leave behind. Throws a SealBrokenError for a corrupt chunk. */
export async function* openChunks(
  seal: Seal,
  size: number,
  read: (start: number, end: number) => Bytes | Promise<Bytes>,
): AsyncGenerator<OpenedChunk, void> {
  if (size < MARK_BYTES) return;
  const mark = await read(0, MARK_BYTES);
  let at = MARK_BYTES;
  for (let index = 0; at + HEADER_BYTES + TAG_BYTES <= size; index += 1) {
    const header = await read(at, at + HEADER_BYTES);
    const word = new DataView(header.buffer, header.byteOffset).getUint32(0);
    const endsSection = word >= END_FLAG;
    const length = endsSection ? word - END_FLAG : word;
    if (length > MAX_READ_CHUNK_BYTES) throw new SealBrokenError();
    const chunkEnd = at + sealedLength(length);
    if (chunkEnd > size) return;
    const counter = header.subarray(LENGTH_BYTES);
    const ciphertext = await read(at + HEADER_BYTES, chunkEnd);
    const bytes = await openChunk(seal, { mark, index, endsSection }, counter, ciphertext);
    yield { bytes, endsSection, end: { mark, at: chunkEnd, index: index + 1 } };
    at = chunkEnd;
  }
}

/** Yields the decrypted chunks of a file with a single section. Throws a SealBrokenError if the file is incomplete. */
export async function* openWhole({
  content,
  seal,
}: {
  readonly content: Blob;
  readonly seal: Seal;
}): AsyncGenerator<Bytes, void> {
  const read = async (start: number, end: number) =>
    new Uint8Array(await content.slice(start, end).arrayBuffer());
  let isWhole = false;
  for await (const { bytes, endsSection, end } of openChunks(seal, content.size, read)) {
    if (isWhole) throw new SealBrokenError();
    isWhole = endsSection && end.at === content.size;
    yield bytes;
  }
  if (!isWhole) throw new SealBrokenError();
}

/** Reads any part of an encrypted file. Only the chunks that contain the part are decrypted. */
export interface SealedReader {
  /** The size of the decrypted content in bytes. */
  readonly byteLength: number;
  /** Returns the decrypted bytes from `start` to `end`, exclusive. Rejects with a SealBrokenError if the file is corrupt. */
  readonly slice: (start: number, end?: number) => Promise<ArrayBuffer>;
}

/** The number of decrypted chunks that are kept for later reads, which are often close to each other. */
const KEPT_CHUNKS = 8;

/** Opens a file with a single section for reading. Decrypts all of it once, and rejects with a SealBrokenError if it is incomplete. */
export async function openSealedReader({
  content,
  seal,
}: {
  readonly content: Blob;
  readonly seal: Seal;
}): Promise<SealedReader> {
  const read = async (start: number, end: number) =>
    new Uint8Array(await content.slice(start, end).arrayBuffer());
  const places: {
    readonly start: number;
    readonly length: number;
    readonly chunk: ChunkPlace;
    readonly end: number;
  }[] = [];
  let byteLength = 0;
  for await (const { bytes, endsSection, end } of openChunks(seal, content.size, read)) {
    if (places.at(-1)?.chunk.endsSection === true) throw new SealBrokenError();
    const chunk = { mark: end.mark, index: places.length, endsSection };
    places.push({ start: byteLength, length: bytes.length, chunk, end: end.at });
    byteLength += bytes.length;
    release(bytes);
  }
  const last = places.at(-1);
  if (last === undefined || !last.chunk.endsSection || last.end !== content.size) throw new SealBrokenError();

  const opened = new Map<number, Promise<Bytes>>();
  async function openAt(index: number): Promise<Bytes> {
    const place = places[index];
    if (place === undefined) throw new SealBrokenError();
    const start = place.end - sealedLength(place.length);
    const header = await read(start, start + HEADER_BYTES);
    const ciphertext = await read(start + HEADER_BYTES, place.end);
    return openChunk(seal, place.chunk, header.subarray(LENGTH_BYTES), ciphertext);
  }
  function chunkAt(index: number): Promise<Bytes> {
    const chunk = opened.get(index) ?? openAt(index);
    // Moves the chunk to the end of the map, because the chunk that was used last is evicted last.
    opened.delete(index);
    opened.set(index, chunk);
    const [oldest] = opened.keys();
    if (opened.size > KEPT_CHUNKS && oldest !== undefined) opened.delete(oldest);
    return chunk;
  }

  return {
    byteLength,
    slice: async (from, to = byteLength) => {
      const [start, end] = [Math.max(0, from), Math.min(to, byteLength)];
      const bytes = new Uint8Array(Math.max(0, end - start));
      for (const [index, place] of places.entries()) {
        if (place.start >= end || place.start + place.length <= start) continue;
        const chunk = await chunkAt(index);
        const part = chunk.subarray(Math.max(0, start - place.start), end - place.start);
        bytes.set(part, Math.max(0, place.start - start));
      }
      return bytes.buffer;
    },
  };
}

/** Encrypts `bytes` and returns the content of a file with a single section. */
export async function sealWhole(seal: Seal, bytes: Bytes): Promise<Bytes> {
  const sealed: Promise<readonly Bytes[]>[] = [];
  const end = newSealedEnd();
  const appender = createSealedAppender(seal, end, (chunk) => sealed.push(chunk));
  appender.append(bytes);
  appender.endSection();
  const chunks = await Promise.all(sealed);
  return new Uint8Array(await new Blob([end.mark, ...chunks.flat()]).arrayBuffer());
}

function sealedLength(length: number): number {
  return HEADER_BYTES + length + TAG_BYTES;
}

interface ChunkPlace {
  readonly mark: Bytes;
  readonly index: number;
  readonly endsSection: boolean;
}

/** Encrypts a chunk. It copies `bytes` before it returns. */
function sealChunk({ key, place }: Seal, chunk: ChunkPlace, bytes: Bytes): Promise<readonly Bytes[]> {
  const header = new Uint8Array(HEADER_BYTES);
  new DataView(header.buffer).setUint32(0, bytes.length + (chunk.endsSection ? END_FLAG : 0));
  // The nonce is random and not a counter, because other content may be written at the same index after a reload.
  const iv = crypto.getRandomValues(header.subarray(LENGTH_BYTES));
  const additionalData = placeBytes(place, chunk);
  const sealing = crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes);
  return sealing.then((ciphertext) => [header, new Uint8Array(ciphertext)]);
}

/** Decrypts a chunk, and frees `ciphertext`. */
async function openChunk(
  { key, place }: Seal,
  chunk: ChunkPlace,
  iv: Bytes,
  ciphertext: Bytes,
): Promise<Bytes> {
  try {
    const additionalData = placeBytes(place, chunk);
    return new Uint8Array(
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, ciphertext),
    );
  } catch {
    throw new SealBrokenError();
  } finally {
    release(ciphertext);
  }
}

function placeBytes(place: string, { mark, index, endsSection }: ChunkPlace): Bytes {
  return new TextEncoder().encode(JSON.stringify([place, Array.from(mark), index, endsSection]));
}

/** Creates a file of numbered blocks of equal size that are decrypted individually. `read` must wait for pending writes. */
export function createSealedBlocks(
  seal: Seal,
  write: WriteSealed,
  read: (start: number, end: number) => Promise<Bytes>,
) {
  const { mark, at: first } = newSealedEnd();
  let count = 0;
  let length = 0;
  const startOf = (block: number) => first + block * sealedLength(length);
  return {
    write: (block: Bytes): void => {
      length = block.length;
      write(sealChunk(seal, { mark, index: count, endsSection: false }, block), startOf(count));
      count += 1;
    },
    read: async (block: number): Promise<Bytes> => {
      const sealed = await read(startOf(block), startOf(block + 1));
      const counter = sealed.subarray(LENGTH_BYTES, HEADER_BYTES);
      const chunk = { mark, index: block, endsSection: false };
      return openChunk(seal, chunk, counter, sealed.subarray(HEADER_BYTES));
    },
  };
}
