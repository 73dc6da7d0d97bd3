/** What engines take for an object or string beside its content, and for a reference. */
const OBJECT_BYTES = 24;
const REFERENCE_BYTES = 8;

/** About what a row takes in memory, bytes: arrays and plain objects of text, numbers, booleans and null. */
export function estimateRowBytes(row: unknown): number {
  if (typeof row === 'string') return OBJECT_BYTES + row.length * 2;
  if (typeof row === 'number' || typeof row === 'bigint') return 2 * REFERENCE_BYTES;
  if (typeof row !== 'object' || row === null) return 0;
  let bytes = OBJECT_BYTES;
  for (const value of Array.isArray(row) ? row : Object.values(row)) {
    bytes += REFERENCE_BYTES + estimateRowBytes(value);
  }
  return bytes;
}
