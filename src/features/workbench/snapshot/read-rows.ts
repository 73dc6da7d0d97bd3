import type { RowRange } from '@/lib/grid/grid-model';
import type { PagedRows } from '@/lib/paged-rows/paged-rows';

/** The number of rows per request: enough to make latency negligible, few enough to be parsed within a frame. */
const READ_PAGE_SIZE = 1_000;

/** The number of requests in flight while the caller works on a chunk. */
const READ_AHEAD = 3;

/** Consecutive rows; `rowStart` is the index of the first. */
export interface RowChunk<TRow> {
  readonly rowStart: number;
  readonly rows: readonly TRow[];
}

/** The source of rows: a cache, and pages for rows that are not cached, as in `OpenSnapshot`. */
export interface RowSource<TRow> {
  readonly rows: Pick<PagedRows<TRow>, 'getRow'>;
  readonly readPage: (page: number, pageSize: number, signal: AbortSignal) => Promise<readonly TRow[]>;
}

/** Iterates over rows in order, without caching them. Rejects as `readPage` does, or with the signal's reason. */
export async function* readRows<TRow>(
  opened: RowSource<TRow>,
  ranges: readonly RowRange[],
  signal: AbortSignal,
): AsyncGenerator<RowChunk<TRow>> {
  const reading: Promise<RowChunk<TRow>>[] = [];
  const aborting = new AbortController();
  const stop = () => aborting.abort(signal.reason);
  signal.addEventListener('abort', stop);
  try {
    for (const part of partsOf(ranges)) {
      const chunk = readPart(opened, part, aborting.signal);
      // Prevents an unhandled rejection if the request is cancelled before the chunk is awaited.
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

async function nextOf<TRow>(
  reading: Promise<RowChunk<TRow>>[],
  signal: AbortSignal,
): Promise<RowChunk<TRow>> {
  signal.throwIfAborted();
  const chunk = await reading.shift();
  signal.throwIfAborted();
  if (chunk === undefined) throw new Error('There is nothing to wait for.');
  return chunk;
}

/** Splits the ranges at page boundaries. */
function* partsOf(ranges: readonly RowRange[]): Generator<RowRange> {
  for (const { rowStart, rowEnd } of ranges) {
    for (let start = rowStart; start < rowEnd;) {
      const end = Math.min(rowEnd, (Math.floor(start / READ_PAGE_SIZE) + 1) * READ_PAGE_SIZE);
      yield { rowStart: start, rowEnd: end };
      start = end;
    }
  }
}

async function readPart<TRow>(
  { rows, readPage }: RowSource<TRow>,
  { rowStart, rowEnd }: RowRange,
  signal: AbortSignal,
): Promise<RowChunk<TRow>> {
  const held: TRow[] = [];
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
