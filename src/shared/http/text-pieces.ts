import type { BodyPieces } from './read-pieces';

/** Large enough to lose no time between two; small enough to be cleared away by the way. */
const USUAL_PIECE_BYTES = 1 << 15;

/** The text of a body, in pieces of no more than `pieceBytes`. */
export function* textPieces(
  body: BodyPieces,
  pieceBytes: number = USUAL_PIECE_BYTES,
): Generator<string, void> {
  const decoder = new TextDecoder();
  for (const bytes of body) {
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      yield decoder.decode(bytes.subarray(start, start + pieceBytes), { stream: true });
    }
  }
  yield decoder.decode();
}
