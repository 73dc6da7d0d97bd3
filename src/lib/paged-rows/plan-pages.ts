import type { VisibleRows } from '@/lib/grid/grid-model';

export type BlockState = 'cached' | 'in-flight' | 'failed';

/** A run of consecutive blocks, 0-based. `blockStart` is inclusive, `blockEnd` exclusive. */
export interface BlockSpan {
  readonly blockStart: number;
  readonly blockEnd: number;
}

/** A page to request: its size in blocks, and its existing blocks. The last page may have fewer blocks than its size. */
export interface PageSpan extends BlockSpan {
  readonly blocksPerPage: number;
}

/**
 * How much to fetch. Request sizes are powers of two, so that any range of rows can be split into requests that each start at a
 * multiple of their own size. Such a request is exactly one page.
 */
export interface PagePolicy {
  /** The largest request that includes rows in view. It is limited because the user waits for it. */
  readonly blocksInView: number;
  /** The largest request that has only rows ahead. */
  readonly blocksAhead: number;
  /** The number of blocks beyond the visible ones, in the scroll direction, that should be cached or requested. */
  readonly leadBlocks: number;
  /** Whether rows ahead are requested only after all rows in view have arrived, because both together would take longer. */
  readonly aheadWaits: boolean;
}

export interface PagePlan {
  /** The pages to request now, most urgent first. They respect the limit of concurrent requests and do not overlap. */
  readonly request: readonly PageSpan[];
  readonly abort: readonly BlockSpan[];
}

export interface PlanInput {
  readonly visible: VisibleRows;
  readonly rowCount: number;
  readonly rowsPerBlock: number;
  readonly policy: PagePolicy;
  readonly maxConcurrent: number;
  /** Returns undefined for a block that is not cached, in flight or failed. */
  readonly stateOf: (block: number) => BlockState | undefined;
  /** The requests in flight. They do not overlap. */
  readonly inFlight: readonly BlockSpan[];
}

/** Returns the range of blocks that contain the given rows. */
export function blocksOfRows(
  rows: { readonly rowStart: number; readonly rowEnd: number },
  rowCount: number,
  rowsPerBlock: number,
): BlockSpan {
  const rowStart = Math.max(0, rows.rowStart);
  const rowEnd = Math.min(rowCount, rows.rowEnd);
  if (rowEnd <= rowStart) return { blockStart: 0, blockEnd: 0 };
  return {
    blockStart: Math.floor(rowStart / rowsPerBlock),
    blockEnd: Math.floor((rowEnd - 1) / rowsPerBlock) + 1,
  };
}

/** Returns the blocks that should be cached, most urgent first: the visible blocks, then those ahead in the scroll direction. */
export function blocksByUrgency(
  input: Pick<PlanInput, 'visible' | 'rowCount' | 'rowsPerBlock' | 'policy'>,
): readonly number[] {
  const { visible: rows, rowCount, rowsPerBlock } = input;
  const { blockStart, blockEnd } = blocksOfRows(rows, rowCount, rowsPerBlock);
  if (blockEnd === 0) return [];
  const { leadBlocks } = input.policy;
  const visible = range(blockStart, blockEnd);
  if (rows.direction === 'down') {
    const end = Math.ceil(rowCount / rowsPerBlock);
    return [...visible, ...range(blockEnd, Math.min(end, blockEnd + leadBlocks))];
  }
  return [...visible.toReversed(), ...range(Math.max(0, blockStart - leadBlocks), blockStart).toReversed()];
}

/** Plans requests and aborts. Visible blocks replace requests for blocks that are only ahead. Failed blocks wait for a retry. */
export function planPages(input: PlanInput): PagePlan {
  const { inFlight, maxConcurrent, stateOf, policy } = input;
  const urgent = blocksByUrgency(input);
  const visible = blocksOfRows(input.visible, input.rowCount, input.rowsPerBlock);
  const isVisible = (block: number) => block >= visible.blockStart && block < visible.blockEnd;
  const urgencyOf = (span: BlockSpan) => urgent.findIndex((block) => isIn(span, block));
  const abort = inFlight.filter((span) => urgencyOf(span) === -1);
  if (input.visible.isFast) return { request: [], abort };

  const request: PageSpan[] = [];
  const blockCount = Math.ceil(input.rowCount / input.rowsPerBlock);
  const isFree = (block: number) =>
    stateOf(block) === undefined && !request.some((span) => isIn(span, block));
  const givesWay = inFlight
    .filter((span) => urgencyOf(span) !== -1 && !overlaps(span, visible))
    .toSorted((one, other) => urgencyOf(other) - urgencyOf(one));
  let room = maxConcurrent - (inFlight.length - abort.length);
  let isViewComing = false;
  for (const block of urgent) {
    const state = stateOf(block);
    if (isVisible(block)) isViewComing ||= state === undefined || state === 'in-flight';
    else if (policy.aheadWaits && isViewComing) break;
    if (!isFree(block)) continue;
    if (room <= 0 && isVisible(block)) {
      const replaced = givesWay.shift();
      if (replaced !== undefined) {
        abort.push(replaced);
        room += 1;
      }
    }
    if (room <= 0) break;
    const largest = isVisible(block) ? policy.blocksInView : policy.blocksAhead;
    request.push(largestFreePage(block, largest, blockCount, isFree));
    room -= 1;
  }
  return { request, abort };
}

/** Returns the largest page around a block that contains only missing blocks. Pages nest, so no row is requested twice. */
function largestFreePage(
  block: number,
  largest: number,
  blockCount: number,
  isFree: (block: number) => boolean,
): PageSpan {
  for (let blocksPerPage = largest; blocksPerPage > 1; blocksPerPage /= 2) {
    const blockStart = Math.floor(block / blocksPerPage) * blocksPerPage;
    const blockEnd = Math.min(blockStart + blocksPerPage, blockCount);
    if (range(blockStart, blockEnd).every(isFree)) return { blockStart, blockEnd, blocksPerPage };
  }
  return { blockStart: block, blockEnd: block + 1, blocksPerPage: 1 };
}

function isIn(span: BlockSpan, block: number): boolean {
  return block >= span.blockStart && block < span.blockEnd;
}

function overlaps(one: BlockSpan, other: BlockSpan): boolean {
  return one.blockStart < other.blockEnd && other.blockStart < one.blockEnd;
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
}
