// Encrypted files. A file starts with a random 16-byte mark, followed by chunks: content length and end-of-section flag
// (4 bytes), a random nonce (12), and the content under AES-GCM with its tag (16). The additional data of a chunk names
// its file, the mark, its index and the flag, so that swapped chunks and truncated sections are detected.

/** The key of a file and the place it was sealed for. */
export interface Seal {
  readonly key: CryptoKey;
  readonly place: string;
}

/** The seal of a file in a folder. */
export function sealOf(key: CryptoKey, folderName: string, fileName: string): Seal {
  return { key, place: `${folderName}/${fileName}` };
}

/** A complete file with a single section. */
export interface SealedContent {
  readonly content: Blob;
  /** Null for content in memory, which is not encrypted. */
  readonly seal: Seal | null;
  /** In bytes, decrypted. */
  readonly size: number;
}

/** Thrown when a file is corrupt, incomplete, or was sealed with another key or for another place. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
  constructor() {
    super('The file cannot be opened.');
  }
}

/** Browsers request memory for larger chunks from the system each time: 300 MB in chunks of a megabyte take eight times as long. */
const CHUNK_BYTES = 1 << 19;
/** A chunk that claims to be longer is corrupt. */
const MAX_READ_CHUNK_BYTES = 1 << 20;
const MARK_BYTES = 16;
const LENGTH_BYTES = 4;
const COUNTER_BYTES = 12;
const HEADER_BYTES = LENGTH_BYTES + COUNTER_BYTES;
const TAG_BYTES = 16;
/** The highest bit of the length. */
const END_FLAG = 0x8000_0000;

type Bytes = Uint8Array<ArrayBuffer>;

let nobody: MessagePort | null = null;

/** Frees memory now by posting it to a closed port: Chromium keeps what `transfer(0)` detaches. */
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
  /** Ends the section, which began after the previous one. */
  readonly endSection: () => void;
  /** Bytes appended, before encryption. */
  readonly size: () => number;
  /** Bytes of the encrypted file once everything is written. */
  readonly sealedSize: () => number;
}

/** The end of a file, where more can be appended. */
export interface SealedEnd {
  readonly mark: Bytes;
  /** In bytes. */
  readonly at: number;
  readonly index: number;
}

/** Writes a pending encryption result at a position of the file. */
export type WriteSealed = (sealed: Promise<readonly Bytes[]>, at: number) => void;

/** Creates the start of a new file. Its mark has to be written before anything is appended. */
export function newSealedEnd(): SealedEnd {
  return { mark: crypto.getRandomValues(new Uint8Array(MARK_BYTES)), at: MARK_BYTES, index: 0 };
}

/** Calls `write` in order, with the position in the file. */
export function createSealedAppender(seal: Seal, end: SealedEnd, write: WriteSealed): SealedAppender {
  let { at, index } = end;
  let size = 0;
  const gathered = new Uint8Array(CHUNK_BYTES);
  let gatheredEnd = 0;

  function flush(endsSection: boolean): void {
    // The cipher copies its input synchronously, so the buffer can be reused.
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
        // A full chunk is written only when more bytes arrive: it may still turn out to end the section.
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

/** Yields the chunks up to an incomplete one, which a closed page leaves behind. Throws SealBrokenError for a corrupt one. */
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

/** Yields the chunks of a file with a single section. Throws SealBrokenError if the file is incomplete. */
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

/** Reads any part of a sealed file. Only the chunks that contain this part are decrypted. */
export interface SealedReader {
  /** In bytes, decrypted. */
  readonly byteLength: number;
  /** `end` is exclusive. Rejects with SealBrokenError. */
  readonly slice: (start: number, end?: number) => Promise<ArrayBuffer>;
}

/** Decrypted chunks that stay for the next reads, which are often next to each other. */
const KEPT_CHUNKS = 8;

/** Opens a file with a single section for reading, after decrypting it once. Rejects with SealBrokenError if it is incomplete. */
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
    // The chunk that was used last is evicted last.
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

/** Encrypts `bytes` as a file with a single section. */
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

/** Copies `bytes` before it returns. */
function sealChunk({ key, place }: Seal, chunk: ChunkPlace, bytes: Bytes): Promise<readonly Bytes[]> {
  const header = new Uint8Array(HEADER_BYTES);
  new DataView(header.buffer).setUint32(0, bytes.length + (chunk.endsSection ? END_FLAG : 0));
  // Random instead of a counter: after a reload, other content may be written at the same index.
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

/** A file of numbered blocks of equal size, which are decrypted individually. `read` waits for pending writes. */
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
