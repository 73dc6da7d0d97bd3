export interface TextDecoding {
  /** An encoding label (Encoding Standard), or a function that gets the first 256 or more bytes and returns one. UTF-8 by default. */
  readonly encoding?: string | ((start: Uint8Array) => string);
  /** Whether invalid bytes cause an error. If not, they are decoded to U+FFFD. */
  readonly isFatal?: boolean;
}

/** Decodes text in chunks and removes a byte order mark. With `isFatal`, rejects with a TypeError for invalid bytes. */
export async function* blobText(
  content: Pick<Blob, 'stream'>,
  { encoding = 'utf-8', isFatal = false }: TextDecoding = {},
): AsyncGenerator<string> {
  // Uses a reader, because not every browser can iterate over a stream.
  const reader = content.stream().getReader();
  try {
    const start = typeof encoding === 'string' ? [] : await startOf(reader);
    const label = typeof encoding === 'string' ? encoding : encoding(firstBytes(start));
    const decoder = new TextDecoder(label, { fatal: isFatal });
    for (const chunk of start) yield decoder.decode(chunk, { stream: true });
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    // Cancels the stream, so that the rest is not read if the caller stops early.
    await reader.cancel();
  }
}

/** The number of bytes that suffice for a byte order mark and an XML declaration. */
const START_BYTES = 256;

/** Reads chunks until START_BYTES bytes or the whole content have been read. */
async function startOf(reader: Pick<ReadableStreamDefaultReader<Uint8Array>, 'read'>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for (let byteCount = 0; byteCount < START_BYTES;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    byteCount += value.length;
  }
  return chunks;
}

function firstBytes(chunks: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk.subarray(0, START_BYTES)]));
}
