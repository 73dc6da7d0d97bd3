import type { BlockSpan } from './plan-pages';
import type { RowSpan } from './row-span';

export interface HeldBlocksOptions<TRow> {
  readonly rowsPerBlock: number;
  /** Estimated memory that held rows may take. */
  readonly byteLimit: number;
  /** Estimated memory of one row. */
  readonly bytesOfRow: (row: TRow) => number;
  readonly onDrop?: ((rowStart: number, rows: readonly TRow[]) => void) | undefined;
}

/** Rows in blocks, as many as memory allows. */
export interface HeldBlocks<TRow> {
  readonly has: (block: number) => boolean;
  readonly get: (block: number) => readonly TRow[] | undefined;
  /** `rows` from the first of a block on: whole blocks, but for the last one of all rows. */
  readonly add: (rowStart: number, rows: readonly TRow[]) => void;
  /** Makes a block the last to be let go of those that may go. */
  readonly touch: (block: number) => void;
  /** Lets go of blocks until the rest fits: those touched longest ago first, kept rows after all others, needed blocks never. */
  readonly fit: (needed: ReadonlySet<number>, kept: readonly RowSpan[]) => void;
  /** Lets go of all others, however much memory there is. */
  readonly keepOnly: (blocks: BlockSpan) => void;
  /** In no order. */
  readonly ranges: () => readonly RowSpan[];
  readonly bytes: () => number;
}

interface HeldBlock<TRow> {
  readonly rows: readonly TRow[];
  readonly bytes: number;
}

export function createHeldBlocks<TRow>(options: HeldBlocksOptions<TRow>): HeldBlocks<TRow> {
  const { rowsPerBlock, byteLimit, bytesOfRow, onDrop } = options;
  /** Touched longest ago first. */
  const held = new Map<number, HeldBlock<TRow>>();
  let heldBytes = 0;

  function letGo(limit: number, mayGo: (block: number) => boolean): void {
    for (const [block, { rows, bytes }] of held) {
      if (heldBytes <= limit) return;
      if (!mayGo(block)) continue;
      held.delete(block);
      heldBytes -= bytes;
      onDrop?.(block * rowsPerBlock, rows);
    }
  }

  return {
    has: (block) => held.has(block),
    get: (block) => held.get(block)?.rows,
    add(rowStart, rows) {
      for (let index = 0; index < rows.length; index += rowsPerBlock) {
        const ofBlock = rows.slice(index, index + rowsPerBlock);
        const bytes = ofBlock.reduce((total, row) => total + bytesOfRow(row), 0);
        held.set(Math.floor((rowStart + index) / rowsPerBlock), { rows: ofBlock, bytes });
        heldBytes += bytes;
      }
    },
    touch(block) {
      const touched = held.get(block);
      if (touched === undefined) return;
      held.delete(block);
      held.set(block, touched);
    },
    fit(needed, kept) {
      const isKept = (block: number) => {
        const rowStart = block * rowsPerBlock;
        return kept.some((range) => range.rowStart < rowStart + rowsPerBlock && rowStart < range.rowEnd);
      };
      letGo(byteLimit, (block) => !needed.has(block) && !isKept(block));
      letGo(byteLimit, (block) => !needed.has(block));
    },
    keepOnly({ blockStart, blockEnd }) {
      letGo(0, (block) => block < blockStart || block >= blockEnd);
    },
    ranges: () =>
      [...held].map(([block, { rows }]) => ({
        rowStart: block * rowsPerBlock,
        rowEnd: block * rowsPerBlock + rows.length,
      })),
    bytes: () => heldBytes,
  };
}
