import { ServiceError } from '@/ui/http/service-error';

/** A body in the chunks that it arrived in; each has its own buffer, so that it can be transferred. */
export type BodyChunks = readonly Uint8Array<ArrayBuffer>[];

/**
 * Reads the body of a response as chunks. `response.arrayBuffer()` would leave a copy of every response behind, which the
 * engine collects only when it has nothing else to do; chunks are transferred and leave nothing. Throws ServiceError
 * `oversized` beyond `maxBytes`.
 */
export async function readChunks(response: Response, maxBytes: number): Promise<BodyChunks> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const isWhole = await readBody(response, maxBytes, (chunk) => {
    chunks.push(chunk.length === chunk.buffer.byteLength ? chunk : chunk.slice());
  });
  if (!isWhole) throw new ServiceError({ kind: 'oversized', limitBytes: maxBytes }, response.status);
  return chunks;
}

/**
 * Releases the memory of chunks, which can then no longer be read. The browser's garbage collector waits until there are 64
 * MB or more. `ArrayBuffer.transfer` does not release buffers that the browser has created; posting them to a closed port
 * does.
 */
export function releaseChunks(chunks: BodyChunks): void {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(
    null,
    chunks.map(({ buffer }) => buffer),
  );
  port1.close();
}

/** Reads the body of a response as text. Throws ServiceError `oversized` beyond `maxBytes`. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const { text, isWhole } = await decodeBody(response, maxBytes);
  if (!isWhole) throw new ServiceError({ kind: 'oversized', limitBytes: maxBytes }, response.status);
  return text;
}

/** Reads the body of a response whose status says enough: returns the empty text beyond `maxBytes`. */
export async function readShortText(response: Response, maxBytes: number): Promise<string> {
  const { text, isWhole } = await decodeBody(response, maxBytes);
  return isWhole ? text : '';
}

/** Large enough to lose no time between two; small enough for the engine to collect at once. */
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

async function decodeBody(
  response: Response,
  maxBytes: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  const isWhole = await readBody(response, maxBytes, (chunk) => {
    text += decoder.decode(chunk, { stream: true });
  });
  return { text: text + decoder.decode(), isWhole };
}

/** Returns false, without reading on, where the body is larger than `maxBytes`. */
async function readBody(
  { body, headers }: Response,
  maxBytes: number,
  onChunk: (chunk: Uint8Array<ArrayBuffer>) => void,
): Promise<boolean> {
  if (body === null) return true;
  const reader = body.getReader();
  // The length of a compressed body, which is the smaller number.
  let isOver = Number(headers.get('Content-Length')) > maxBytes;
  let bytes = 0;
  while (!isOver) {
    const { value, done } = await reader.read();
    if (done) return true;
    bytes += value.length;
    isOver = bytes > maxBytes;
    if (!isOver) onChunk(value);
  }
  // Closes the connection.
  await reader.cancel().catch(() => undefined);
  return false;
}
