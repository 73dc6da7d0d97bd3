/** What the person sees and how they travel. */
export interface WantedRows {
  /** Inclusive, 0-based. */
  readonly rowStart: number;
  /** Exclusive. */
  readonly rowEnd: number;
  readonly direction: 'down' | 'up';
  /** Too fast to read: nothing new is asked for until it slows. */
  readonly isFast: boolean;
}

/** What is known of a block that is not simply absent. */
export type BlockStanding = 'held' | 'in-flight' | 'failed';

/** A run of blocks, 0-based: `blockStart` inclusive, `blockEnd` exclusive. */
export interface BlockSpan {
  readonly blockStart: number;
  readonly blockEnd: number;
}

/** A page to ask for: its size in blocks, and those of them that exist; the last page of all may be short. */
export interface PageSpan extends BlockSpan {
  readonly blocksPerPage: number;
}

/** How much to fetch. The sizes of requests are powers of two, so that what is asked for is always a page of its size. */
export interface PagePolicy {
  /** Blocks of a request at most, where some of them are in view and somebody waits. */
  readonly blocksInView: number;
  /** Blocks of a request at most, where all of them are ahead. */
  readonly blocksAhead: number;
  /** How many blocks beyond the visible ones have to be there, or on their way, in the direction of travel. */
  readonly leadBlocks: number;
  /** Nothing ahead is asked for before all that is in view is there: it would come later for the company. */
  readonly aheadWaits: boolean;
}

export interface PagePlan {
  /** What to ask for now, the most urgent first; never more than there is room for, no block twice. */
  readonly ask: readonly PageSpan[];
  /** Requests in flight that nobody needs any more. */
  readonly abort: readonly BlockSpan[];
}

export interface PlanInput {
  readonly wanted: WantedRows;
  readonly rowCount: number;
  readonly rowsPerBlock: number;
  readonly policy: PagePolicy;
  readonly maxConcurrent: number;
  /** Undefined for blocks that are neither held, asked for nor failed. */
  readonly standingOf: (block: number) => BlockStanding | undefined;
  /** Disjoint. */
  readonly inFlight: readonly BlockSpan[];
}

/** The blocks that rows lie on. */
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

/** The blocks that are worth having, the most urgent first: the visible ones, then ahead in the direction of travel. */
export function blocksByUrgency(
  input: Pick<PlanInput, 'wanted' | 'rowCount' | 'rowsPerBlock' | 'policy'>,
): readonly number[] {
  const { wanted, rowCount, rowsPerBlock } = input;
  const { blockStart, blockEnd } = blocksOfRows(wanted, rowCount, rowsPerBlock);
  if (blockEnd === 0) return [];
  const { leadBlocks } = input.policy;
  const visible = range(blockStart, blockEnd);
  if (wanted.direction === 'down') {
    const end = Math.ceil(rowCount / rowsPerBlock);
    return [...visible, ...range(blockEnd, Math.min(end, blockEnd + leadBlocks))];
  }
  return [...visible.toReversed(), ...range(Math.max(0, blockStart - leadBlocks), blockStart).toReversed()];
}

/**
 * What to ask for and what to stop. A visible block never waits behind one that is only ahead: where there is no room
 * for it, a request without any gives way. Failed blocks are left to the person.
 */
export function planPages(input: PlanInput): PagePlan {
  const { wanted, inFlight, maxConcurrent, standingOf, policy } = input;
  const worth = blocksByUrgency(input);
  const visible = blocksOfRows(wanted, input.rowCount, input.rowsPerBlock);
  const isVisible = (block: number) => block >= visible.blockStart && block < visible.blockEnd;
  const urgencyOf = (span: BlockSpan) => worth.findIndex((block) => isIn(span, block));
  const abort = inFlight.filter((span) => urgencyOf(span) === -1);
  if (wanted.isFast) return { ask: [], abort };

  const ask: PageSpan[] = [];
  const blockCount = Math.ceil(input.rowCount / input.rowsPerBlock);
  const isFree = (block: number) => standingOf(block) === undefined && !ask.some((span) => isIn(span, block));
  const givesWay = inFlight
    .filter((span) => urgencyOf(span) !== -1 && !overlaps(span, visible))
    .toSorted((one, other) => urgencyOf(other) - urgencyOf(one));
  let room = maxConcurrent - (inFlight.length - abort.length);
  let isViewComing = false;
  for (const block of worth) {
    const standing = standingOf(block);
    if (isVisible(block)) isViewComing ||= standing === undefined || standing === 'in-flight';
    else if (policy.aheadWaits && isViewComing) break;
    if (!isFree(block)) continue;
    if (room <= 0 && isVisible(block)) {
      const given = givesWay.shift();
      if (given !== undefined) {
        abort.push(given);
        room += 1;
      }
    }
    if (room <= 0) break;
    const largest = isVisible(block) ? policy.blocksInView : policy.blocksAhead;
    ask.push(largestFreePage(block, largest, blockCount, isFree));
    room -= 1;
  }
  return { ask, abort };
}

/**
 * The largest page around a block of which nothing is held or on its way. Pages of all sizes begin at multiples of
 * their size, so a larger one is made of whole smaller ones, and no row is ever missed between two or asked for twice.
 */
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
