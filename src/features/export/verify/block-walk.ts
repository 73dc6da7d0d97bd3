import { rowBatchOf } from '@/lib/row-batches/row-batch';
import { BLOCK_ROWS, createBlockDigest, createRowDigest } from '@/lib/table-files/row-digest';
import type { TableRow } from '@/lib/table-files/table-column';
import type { Certificate } from '@/rows/certificates/certificate';

/** A part of a file that differs from the export: rows of the file replace rows of the export. Either of the two may be empty. */
export interface ChangedPart {
  /** The first row of the part in the file, 0-based. */
  readonly fileStart: number;
  readonly fileRowCount: number;
  /** The first row of the part among the exported rows, 0-based. */
  readonly exportStart: number;
  readonly exportRowCount: number;
  /** The rows of the part in the file; null if there are too many to keep. */
  readonly rows: readonly TableRow[] | null;
}

export interface BlockWalk {
  readonly rowCount: number;
  /** The changed parts, in order. Two parts never touch. */
  readonly parts: readonly ChangedPart[];
  /** Whether the digest of all rows matches. It does not if there are changed parts. */
  readonly isWholeSame: boolean;
}

interface WalkedCertificate extends Pick<Certificate, 'columns' | 'digest'> {
  readonly rows: Pick<Certificate['rows'], 'written'>;
}

/** The maximum number of rows by which an unchanged block may be shifted and is still found. */
const MAX_SHIFT = 50;
/** The maximum number of consecutive changed blocks after which an unchanged block is searched. */
const MAX_SEARCHED_BLOCKS = 2;
/** The maximum number of failed searches. Each computes hundreds of digests, and in a sorted file all would fail. */
const MAX_VAIN_SEARCHES = 2;
const MAX_KEPT_ROWS = 20_000;

/** Compares rows with digests of the exported blocks. After a change, the next blocks may be shifted, and are searched nearby. */
export async function walkBlocks(
  { columns, digest: expected, rows: { written } }: WalkedCertificate,
  rows: AsyncIterable<TableRow>,
  onRows: (rowCount: number) => void,
): Promise<BlockWalk> {
  const source = rows[Symbol.asyncIterator]();
  const whole = createRowDigest(columns, expected.secondDigits);
  const digestOfBlock = createBlockDigest(columns, expected.secondDigits);
  const parts: ChangedPart[] = [];
  let held: TableRow[] = [];
  let isAtEnd = false;
  let fileRow = 0;
  let block = 0;
  let vainSearches = 0;
  let keptRows = 0;

  const lengthOf = (index: number) => Math.min(BLOCK_ROWS, Math.max(0, written - index * BLOCK_ROWS));

  /** Buffers at least `rowCount` rows, or all rows up to the end of the file. */
  async function hold(rowCount: number): Promise<void> {
    while (held.length < rowCount && !isAtEnd) {
      const next = await source.next();
      if (next.done === true) isAtEnd = true;
      else held.push(next.value);
    }
  }

  function pass(rowCount: number): void {
    held = held.slice(rowCount);
    fileRow += rowCount;
    onRows(fileRow);
  }

  async function isBlockAt(index: number, at: number): Promise<boolean> {
    const length = lengthOf(index);
    const candidate = held.slice(at, at + length);
    if (length === 0 || candidate.length < length) return false;
    return (await digestOfBlock(candidate)) === expected.blocks[index];
  }

  /** Whether the next block is unchanged, if all blocks before it are. Adds the block to the digest of the whole file. */
  async function isNextInStep(): Promise<boolean> {
    const length = lengthOf(block);
    if (held.length < length) return false;
    whole.add(rowBatchOf(held.slice(0, length), columns.length));
    // The last, partial block has no digest in `whole` yet, so its digest is computed separately.
    return length < BLOCK_ROWS ? isBlockAt(block, 0) : (await whole.lastBlock()) === expected.blocks[block];
  }

  /** Finds the nearest unchanged block after this one, and its position among the buffered rows. */
  async function nextSame(): Promise<{ readonly ahead: number; readonly at: number } | null> {
    if (vainSearches >= MAX_VAIN_SEARCHES) return null;
    for (let ahead = 1; ahead <= MAX_SEARCHED_BLOCKS && lengthOf(block + ahead) > 0; ahead += 1) {
      await hold((ahead + 1) * BLOCK_ROWS + MAX_SHIFT);
      for (const shift of SHIFTS) {
        const at = ahead * BLOCK_ROWS + shift;
        if (await isBlockAt(block + ahead, at)) return { ahead, at };
      }
    }
    if (!isAtEnd) vainSearches += 1;
    return null;
  }

  function note(blockCount: number, fileRowCount: number): void {
    const exportStart = Math.min(written, block * BLOCK_ROWS);
    const exportRowCount = Math.min(written, (block + blockCount) * BLOCK_ROWS) - exportStart;
    keptRows += fileRowCount;
    const kept = keptRows <= MAX_KEPT_ROWS ? held.slice(0, fileRowCount) : null;
    const before = parts.at(-1);
    const isNext =
      before !== undefined &&
      before.fileStart + before.fileRowCount === fileRow &&
      before.exportStart + before.exportRowCount === exportStart;
    if (isNext) parts.pop();
    parts.push({
      fileStart: isNext ? before.fileStart : fileRow,
      fileRowCount: (isNext ? before.fileRowCount : 0) + fileRowCount,
      exportStart: isNext ? before.exportStart : exportStart,
      exportRowCount: (isNext ? before.exportRowCount : 0) + exportRowCount,
      rows: isNext ? before.rows && kept && [...before.rows, ...kept] : kept,
    });
    pass(fileRowCount);
    block += blockCount;
  }

  for (;;) {
    await hold(BLOCK_ROWS);
    const length = lengthOf(block);
    if (length === 0 || held.length === 0) break;
    const isSame = parts.length === 0 ? await isNextInStep() : await isBlockAt(block, 0);
    if (isSame) {
      pass(length);
      block += 1;
      continue;
    }
    const same = await nextSame();
    if (same !== null) note(same.ahead, same.at);
    else if (isAtEnd && held.length <= (MAX_SEARCHED_BLOCKS + 1) * BLOCK_ROWS + MAX_SHIFT) break;
    else note(1, length);
  }
  // The remaining rows of the file and of the export form the last part.
  await hold(1);
  while (held.length > 0 || lengthOf(block) > 0) {
    await hold(BLOCK_ROWS);
    const isLast = isAtEnd && lengthOf(block + 1) === 0;
    note(1, isLast ? held.length : Math.min(held.length, BLOCK_ROWS));
  }
  return {
    rowCount: fileRow,
    parts,
    isWholeSame: parts.length === 0 && (await whole.finish()).sha256 === expected.sha256,
  };
}

/** The shifts to try: 0, -1, 1, -2, 2 and so on. */
const SHIFTS = Array.from({ length: 2 * MAX_SHIFT + 1 }, (_, index) =>
  index % 2 === 0 ? index / 2 : -(index + 1) / 2,
);
