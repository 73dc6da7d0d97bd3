import type { BlockSpan } from './plan-pages';
import type { RowRange } from '@/lib/grid/grid-model';

export interface BlockCacheOptions<TRow> {
  readonly rowsPerBlock: number;
  readonly byteLimit: number;
  readonly onEvict?: ((rows: readonly TRow[]) => void) | undefined;
}

/** A least-recently-used cache of rows. It stores them in blocks, and a limit applies to their estimated memory. */
export interface BlockCache<TRow> {
  readonly has: (block: number) => boolean;
  readonly get: (block: number) => readonly TRow[] | undefined;
  /** Adds rows, which start with a block and fill whole blocks, except for the last block of all. Returns their estimated bytes. */
  readonly add: (rowStart: number, rows: readonly TRow[]) => number;
  readonly touch: (block: number) => void;
  /** Evicts blocks until the rest fits: the least recently used first, blocks with retained rows last, needed blocks never. */
  readonly fit: (needed: ReadonlySet<number>, retained: readonly RowRange[]) => void;
  /** Evicts all blocks outside `blocks`, even if there is enough memory. */
  readonly keepOnly: (blocks: BlockSpan) => void;
  /** Returns the ranges of cached rows, in any order. */
  readonly ranges: () => readonly RowRange[];
  readonly bytes: () => number;
}

interface CachedBlock<TRow> {
  readonly rows: readonly TRow[];
  readonly bytes: number;
}

export function createBlockCache<TRow>(options: BlockCacheOptions<TRow>): BlockCache<TRow> {
  const { rowsPerBlock, byteLimit, onEvict } = options;
  /** The cached blocks, least recently used first, because a Map iterates in insertion order. */
  const cached = new Map<number, CachedBlock<TRow>>();
  let cachedBytes = 0;

  function evict(limit: number, isEvictable: (block: number) => boolean): void {
    for (const [block, { rows, bytes }] of cached) {
      if (cachedBytes <= limit) return;
      if (!isEvictable(block)) continue;
      cached.delete(block);
      cachedBytes -= bytes;
      onEvict?.(rows);
    }
  }

  return {
    has: (block) => cached.has(block),
    get: (block) => cached.get(block)?.rows,
    add(rowStart, rows) {
      const bytesBefore = cachedBytes;
      for (let index = 0; index < rows.length; index += rowsPerBlock) {
        const ofBlock = rows.slice(index, index + rowsPerBlock);
        const bytes = ofBlock.reduce((total, row) => total + estimateRowBytes(row), 0);
        cached.set(Math.floor((rowStart + index) / rowsPerBlock), { rows: ofBlock, bytes });
        cachedBytes += bytes;
      }
      return cachedBytes - bytesBefore;
    },
    touch(block) {
      const touched = cached.get(block);
      if (touched === undefined) return;
      cached.delete(block);
      cached.set(block, touched);
    },
    fit(needed, retained) {
      const isRetained = (block: number) => {
        const rowStart = block * rowsPerBlock;
        return retained.some((range) => range.rowStart < rowStart + rowsPerBlock && rowStart < range.rowEnd);
      };
      evict(byteLimit, (block) => !needed.has(block) && !isRetained(block));
      evict(byteLimit, (block) => !needed.has(block));
    },
    keepOnly({ blockStart, blockEnd }) {
      evict(0, (block) => block < blockStart || block >= blockEnd);
    },
    ranges: () =>
      [...cached].map(([block, { rows }]) => ({
        rowStart: block * rowsPerBlock,
        rowEnd: block * rowsPerBlock + rows.length,
      })),
    bytes: () => cachedBytes,
  };
}

/** The estimated memory of an object or string without its content. The next constant is that of a reference. */
const OBJECT_BYTES = 24;
const REFERENCE_BYTES = 8;

/** Estimates the memory of a row that consists of arrays, plain objects, text, numbers, booleans and null. */
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
