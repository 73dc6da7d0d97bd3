/*
 * Files at rest that are noise to whoever has not the key. A file is a random mark of its own (16 bytes) and then chunks:
 * the length of what is in it and whether it ends a section (4 bytes), a random counter (12), and its content under
 * AES-GCM with the tag (16). What a chunk is authenticated with says where it belongs: which file, which mark, which place
 * among the chunks, end of a section or not. So chunks cannot change places, and a section that lacks its end is known.
 */

/** What opens a file: the key, and the place that it was sealed for. */
export interface Seal {
  readonly key: CryptoKey;
  readonly place: string;
}

/** The seal of a file in an export's folder. */
export function sealOf(key: CryptoKey, jobId: string, fileName: string): Seal {
  return { key, place: `${jobId}/${fileName}` };
}

/** Thrown where a file is not what was sealed for its place under the key, or not all of it. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
  constructor() {
    super('The file cannot be opened.');
  }
}

/** Larger ones would take more memory, smaller ones more time. */
const CHUNK_BYTES = 1 << 20;
const MARK_BYTES = 16;
const LENGTH_BYTES = 4;
const COUNTER_BYTES = 12;
const HEADER_BYTES = LENGTH_BYTES + COUNTER_BYTES;
const TAG_BYTES = 16;
/** In the word of the length. */
const END_FLAG = 0x8000_0000;

type Bytes = Uint8Array<ArrayBuffer>;

let nobody: MessagePort | null = null;

/**
 * Gives memory back that is not needed any more; the engine would let a few hundred megabytes of it gather. What is
 * transferred to a port that nobody has the other end of is freed at once. (Chromium keeps what `transfer(0)` detaches.)
 */
export function release({ buffer }: Bytes): void {
  if (nobody === null) {
    const { port1, port2 } = new MessageChannel();
    port2.close();
    nobody = port1;
  }
  nobody.postMessage(null, [buffer]);
}

/** Writes to the end of a sealed file. */
export interface SealedAppender {
  /** Takes a copy. */
  readonly append: (bytes: Bytes) => void;
  /** What was appended since the last time is a whole. */
  readonly endSection: () => void;
  /** Of all that was appended, before it was sealed. */
  readonly size: () => number;
  /** Of the file, when all is written. */
  readonly sealedSize: () => number;
}

/** Where a file ends, so that more can be appended. */
export interface SealedEnd {
  readonly mark: Bytes;
  /** In bytes. */
  readonly at: number;
  /** Of the chunk that comes next. */
  readonly index: number;
}

/** Sealing that is under way, and what is to be done with what comes of it. */
export type WriteSealed = (sealed: Promise<readonly Bytes[]>, at: number) => void;

/** The beginning of a file, which has to be written before anything is appended. */
export function newSealedEnd(): SealedEnd {
  return { mark: crypto.getRandomValues(new Uint8Array(MARK_BYTES)), at: MARK_BYTES, index: 0 };
}

/** `write` is called in order, with the place in the file. */
export function createSealedAppender(seal: Seal, end: SealedEnd, write: WriteSealed): SealedAppender {
  let { at, index } = end;
  let size = 0;
  const gathered = new Uint8Array(CHUNK_BYTES);
  let gatheredEnd = 0;

  function flush(endsSection: boolean): void {
    // The cipher takes a copy at once, so that the memory is free again.
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
        // Only when more comes: what ends a section is not known before.
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

/** A chunk, and where the file goes on behind it. */
export interface OpenedChunk {
  readonly bytes: Bytes;
  readonly endsSection: boolean;
  readonly end: SealedEnd;
}

/**
 * The chunks of a file of `size` bytes. Ends where one is not all there, as when its page was closed meanwhile; throws
 * SealBrokenError where one is not what it should be.
 */
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
    if (length > CHUNK_BYTES) throw new SealBrokenError();
    const chunkEnd = at + sealedLength(length);
    if (chunkEnd > size) return;
    const counter = header.subarray(LENGTH_BYTES);
    const ciphertext = await read(at + HEADER_BYTES, chunkEnd);
    const bytes = await openChunk(seal, { mark, index, endsSection }, counter, ciphertext);
    yield { bytes, endsSection, end: { mark, at: chunkEnd, index: index + 1 } };
    at = chunkEnd;
  }
}

/** All of a file of one section, piece by piece. Throws SealBrokenError where it is not whole. */
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

/** A file of one section, all at once. */
export async function sealWhole(seal: Seal, bytes: Bytes): Promise<Bytes> {
  const sealed: Promise<readonly Bytes[]>[] = [];
  const end = newSealedEnd();
  const appender = createSealedAppender(seal, end, (chunk) => sealed.push(chunk));
  appender.append(bytes);
  appender.endSection();
  const chunks = await Promise.all(sealed);
  return new Uint8Array(await new Blob([end.mark, ...chunks.flat()]).arrayBuffer());
}

/** Of a chunk with so much in it. */
function sealedLength(length: number): number {
  return HEADER_BYTES + length + TAG_BYTES;
}

interface ChunkPlace {
  readonly mark: Bytes;
  readonly index: number;
  readonly endsSection: boolean;
}

/** Takes a copy of `bytes` before it returns. */
function sealChunk({ key, place }: Seal, chunk: ChunkPlace, bytes: Bytes): Promise<readonly Bytes[]> {
  const header = new Uint8Array(HEADER_BYTES);
  new DataView(header.buffer).setUint32(0, bytes.length + (chunk.endsSection ? END_FLAG : 0));
  // Random, not counted on: after a reload a place that was cut off is written again with other content.
  const iv = crypto.getRandomValues(header.subarray(LENGTH_BYTES));
  const additionalData = placeBytes(place, chunk);
  const sealing = crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes);
  return sealing.then((ciphertext) => [header, new Uint8Array(ciphertext)]);
}

/** `ciphertext` is of no use afterwards. */
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

/** A file of numbered blocks of one size, that can be opened one by one. `read` waits for what is being written. */
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
