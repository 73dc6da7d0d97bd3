/** A body in the chunks that it arrived in; each has its own buffer, so that it can be transferred. */
export type BodyChunks = readonly Uint8Array<ArrayBuffer>[];

/** Releases the memory of chunks, which can then no longer be read. */
export function releaseChunks(chunks: BodyChunks): void {
  // The garbage collector waits for 64 MB, and `transfer` does not release buffers that the browser created.
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(
    null,
    chunks.map(({ buffer }) => buffer),
  );
  port1.close();
}

/** Chunks of this size are few enough to cost no time, and small enough to be garbage-collected at once. */
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
