/** A body as it came, piece by piece; each in memory of its own, to be transferred. */
export type BodyPieces = readonly Uint8Array<ArrayBuffer>[];

/**
 * The body of a response. In one piece (`response.arrayBuffer()`) every answer would leave a copy behind, which the
 * engine clears away only when it has other work to do; these can be transferred, and nothing of them stays.
 */
export async function readPieces({ body }: Response): Promise<BodyPieces> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  if (body === null) return pieces;
  const reader = body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return pieces;
    pieces.push(value.length === value.buffer.byteLength ? value : value.slice());
  }
}
