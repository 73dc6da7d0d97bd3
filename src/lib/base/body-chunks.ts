/** A response body in the chunks in which it arrived. Each chunk has its own buffer, which can be transferred to another thread. */
export type BodyChunks = readonly Uint8Array<ArrayBuffer>[];

/** Frees the memory of the chunks at once. They cannot be read afterwards. */
export function releaseChunks(chunks: BodyChunks): void {
  // Sends the buffers to a closed port: garbage collection waits for 64 MB, and `transfer` does not free buffers that the browser created.
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(
    null,
    chunks.map(({ buffer }) => buffer),
  );
  port1.close();
}

/** Chunks of 32 KB are few enough to add no noticeable time and small enough to be garbage-collected quickly. */
const USUAL_CHUNK_BYTES = 1 << 15;

/** Decodes a body to text, in chunks of no more than `chunkBytes`. */
export function* textChunks(
  body: BodyChunks,
  chunkBytes: number = USUAL_CHUNK_BYTES,
): Generator<string, void> {
  const decoder = new TextDecoder();
  for (const bytes of body) {
    for (let start = 0; start < bytes.length; start += chunkBytes) {
      yield decoder.decode(bytes.subarray(start, start + chunkBytes), { stream: true });
    }
  }
  yield decoder.decode();
}
