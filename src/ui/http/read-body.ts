import type { BodyChunks } from '@/lib/base/body-chunks';
import { ServiceError } from './service-error';

/** Reads a body in chunks, which can be freed one by one, unlike one large buffer. Throws ServiceError `oversized`. */
export async function readChunks(response: Response, maxBytes: number): Promise<BodyChunks> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const isWhole = await readBody(response, maxBytes, (chunk) => {
    chunks.push(chunk.length === chunk.buffer.byteLength ? chunk : chunk.slice());
  });
  if (!isWhole) throw new ServiceError({ kind: 'oversized', limitBytes: maxBytes }, response.status);
  return chunks;
}

/** Reads the body of a response as text. Throws ServiceError `oversized` beyond `maxBytes`. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const { text, isWhole } = await decodeBody(response, maxBytes);
  if (!isWhole) throw new ServiceError({ kind: 'oversized', limitBytes: maxBytes }, response.status);
  return text;
}

/** Reads the body of a failed response as text. Returns an empty text if it is too long, because the status is enough to describe it. */
export async function readShortText(response: Response, maxBytes: number): Promise<string> {
  const { text, isWhole } = await decodeBody(response, maxBytes);
  return isWhole ? text : '';
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

/** Reads a body in chunks. If it is larger than `maxBytes`, stops reading and returns false. */
async function readBody(
  { body, headers }: Response,
  maxBytes: number,
  onChunk: (chunk: Uint8Array<ArrayBuffer>) => void,
): Promise<boolean> {
  if (body === null) return true;
  const reader = body.getReader();
  // For a compressed body, `Content-Length` is the compressed length, so a body that passes this check may still be too large.
  let isOver = Number(headers.get('Content-Length')) > maxBytes;
  let bytes = 0;
  while (!isOver) {
    const { value, done } = await reader.read();
    if (done) return true;
    bytes += value.length;
    isOver = bytes > maxBytes;
    if (!isOver) onChunk(value);
  }
  // Cancels the rest of the body, which closes the connection.
  await reader.cancel().catch(() => undefined);
  return false;
}
