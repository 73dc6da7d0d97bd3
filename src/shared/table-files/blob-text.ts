/** How bytes are read as text. */
export interface TextDecoding {
  /** A label of the Encoding Standard; UTF-8 by default. */
  readonly encoding?: string;
  /** Whether bytes that the encoding does not have are an error and not U+FFFD. */
  readonly isFatal?: boolean;
}

/**
 * Decodes text in chunks and drops a byte order mark. Rejects with TypeError as `isFatal` says. Not every browser can iterate
 * over a stream.
 */
export async function* blobText(
  content: Pick<Blob, 'stream'>,
  { encoding = 'utf-8', isFatal = false }: TextDecoding = {},
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: isFatal });
  const reader = content.stream().getReader();
  try {
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
