import { ServiceError } from './service-error';

/** A body as it came, piece by piece; each in memory of its own, to be transferred. */
export type BodyPieces = readonly Uint8Array<ArrayBuffer>[];

/**
 * The body of a response. In one piece (`response.arrayBuffer()`) every answer would leave a copy behind, which the
 * engine clears away only when it has other work to do; these can be transferred, and nothing of them stays. Throws
 * ServiceError `oversized` for more than `maxBytes`.
 */
export async function readPieces(response: Response, maxBytes: number): Promise<BodyPieces> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const isWhole = await readBody(response, maxBytes, (piece) => {
    pieces.push(piece.length === piece.buffer.byteLength ? piece : piece.slice());
  });
  if (!isWhole) throw new ServiceError({ kind: 'oversized', limitBytes: maxBytes }, response.status);
  return pieces;
}

/** The body of a response as text. Throws ServiceError `oversized` for more than `maxBytes`. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const { text, isWhole } = await decodeBody(response, maxBytes);
  if (!isWhole) throw new ServiceError({ kind: 'oversized', limitBytes: maxBytes }, response.status);
  return text;
}

/** The text of a response, or nothing of one that is larger: for answers whose status says enough. */
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
  const isWhole = await readBody(response, maxBytes, (piece) => {
    text += decoder.decode(piece, { stream: true });
  });
  return { text: text + decoder.decode(), isWhole };
}

/** False where there is more than `maxBytes`; nothing is read then any more. */
async function readBody(
  { body, headers }: Response,
  maxBytes: number,
  onPiece: (piece: Uint8Array<ArrayBuffer>) => void,
): Promise<boolean> {
  if (body === null) return true;
  const reader = body.getReader();
  // Of what comes compressed it is the smaller number.
  let isOver = Number(headers.get('Content-Length')) > maxBytes;
  let bytes = 0;
  while (!isOver) {
    const { value, done } = await reader.read();
    if (done) return true;
    bytes += value.length;
    isOver = bytes > maxBytes;
    if (!isOver) onPiece(value);
  }
  // Hangs up.
  await reader.cancel().catch(() => undefined);
  return false;
}
