export interface TextDecoding {
  /** A label of the Encoding Standard, or a function of the first bytes (256 or more, if any) that returns one. Default: UTF-8. */
  readonly encoding?: string | ((start: Uint8Array) => string);
  /** Whether invalid bytes are an error instead of U+FFFD. */
  readonly isFatal?: boolean;
}

/** Decodes text in chunks, without a byte order mark. `isFatal`: rejects with TypeError for invalid bytes. */
export async function* blobText(
  content: Pick<Blob, 'stream'>,
  { encoding = 'utf-8', isFatal = false }: TextDecoding = {},
): AsyncGenerator<string> {
  // Not every browser can iterate over a stream.
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
    // If the caller stops early, the rest is not read.
    await reader.cancel();
  }
}

/** Enough bytes for a byte order mark and an XML declaration. */
const START_BYTES = 256;

/** Reads chunks until the first bytes have been read, or all. */
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
