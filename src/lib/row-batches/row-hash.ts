import { cellAt, PLAIN_CELL, type RowBatch } from './row-batch';

const PRIME = 0x01000193;
const encoder = new TextEncoder();

/** Hashes all cells of a row to 32 bits. Two different rows have the same hash with a probability of one in four billion. */
export function hashRow(batch: RowBatch, row: number): number {
  const { kinds, starts, ends, bytes, columnCount } = batch;
  const first = row * columnCount;
  let hash = 0x811c9dc5;
  for (let cell = first; cell < first + columnCount; cell += 1) {
    if (kinds[cell] === PLAIN_CELL) {
      hash = hashBytes(hash, bytes, starts[cell] ?? 0, ends[cell] ?? 0);
    } else {
      const value = cellAt(batch, cell);
      // The same text may be stored as a plain cell or as a string, and must have the same hash.
      if (typeof value === 'string') {
        const text = encoder.encode(value);
        hash = hashBytes(hash, text, 0, text.length);
      } else {
        hash = Math.imul(hash ^ (kinds[cell] ?? 0), PRIME);
      }
    }
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function hashBytes(before: number, bytes: Uint8Array, start: number, end: number): number {
  let hash = Math.imul(before ^ PLAIN_CELL, PRIME);
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), PRIME);
  return hash;
}
