import type { SnapshotRow } from '@/contract/extraction';
import type { RowSpan } from '@/shared/paged-rows/row-span';
import type { OpenSnapshot } from './open-snapshot';

/** Rows per request: large enough that latency hardly counts, small enough to be read within a frame. */
const READ_PAGE_SIZE = 1_000;

/** Requests on their way while the one before is being worked on. */
const READ_AHEAD = 3;

/** Rows in their order; `rowStart` is the index of the first. */
export interface RowChunk {
  readonly rowStart: number;
  readonly rows: readonly SnapshotRow[];
}

/**
 * Goes through rows of a snapshot once, in order: those that are held without asking, all others by pages that are not
 * kept. Rejects as `OpenSnapshot.readPage` does, and with the signal's reason when it is aborted.
 */
export async function* readRows(
  opened: Pick<OpenSnapshot, 'rows' | 'readPage'>,
  ranges: readonly RowSpan[],
  signal: AbortSignal,
): AsyncGenerator<RowChunk> {
  const reading: Promise<RowChunk>[] = [];
  const aborting = new AbortController();
  const stop = () => aborting.abort(signal.reason);
  signal.addEventListener('abort', stop);
  try {
    for (const piece of piecesOf(ranges)) {
      const chunk = readPiece(opened, piece, aborting.signal);
      // It may be cancelled before anyone waits for it.
      chunk.catch(() => undefined);
      reading.push(chunk);
      if (reading.length > READ_AHEAD) yield await nextOf(reading, signal);
    }
    while (reading.length > 0) yield await nextOf(reading, signal);
  } finally {
    signal.removeEventListener('abort', stop);
    aborting.abort();
  }
}

async function nextOf(reading: Promise<RowChunk>[], signal: AbortSignal): Promise<RowChunk> {
  signal.throwIfAborted();
  const chunk = await reading.shift();
  signal.throwIfAborted();
  if (chunk === undefined) throw new Error('There is nothing to wait for.');
  return chunk;
}

/** The ranges cut where pages end. */
function* piecesOf(ranges: readonly RowSpan[]): Generator<RowSpan> {
  for (const { rowStart, rowEnd } of ranges) {
    for (let start = rowStart; start < rowEnd;) {
      const end = Math.min(rowEnd, (Math.floor(start / READ_PAGE_SIZE) + 1) * READ_PAGE_SIZE);
      yield { rowStart: start, rowEnd: end };
      start = end;
    }
  }
}

async function readPiece(
  { rows, readPage }: Pick<OpenSnapshot, 'rows' | 'readPage'>,
  { rowStart, rowEnd }: RowSpan,
  signal: AbortSignal,
): Promise<RowChunk> {
  const held: SnapshotRow[] = [];
  for (let rowIndex = rowStart; rowIndex < rowEnd; rowIndex += 1) {
    const row = rows.getRow(rowIndex);
    if (row === null) break;
    held.push(row);
  }
  if (held.length === rowEnd - rowStart) return { rowStart, rows: held };
  const pageIndex = Math.floor(rowStart / READ_PAGE_SIZE);
  const page = await readPage(pageIndex + 1, READ_PAGE_SIZE, signal);
  const pageStart = pageIndex * READ_PAGE_SIZE;
  return { rowStart, rows: page.slice(rowStart - pageStart, rowEnd - pageStart) };
}
