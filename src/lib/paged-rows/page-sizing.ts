import type { PagePolicy } from './plan-pages';

export interface ResponseTiming {
  /** The time from sending the request to the first byte of the response, ms. */
  readonly latencyMs: number;
  /** The time from the first byte of the response to the last, ms. */
  readonly transferMs: number;
  /** The time for which parsing blocked the main thread, ms. */
  readonly readingMs: number;
}

export interface ResponseMetrics extends ResponseTiming {
  /** The number of rows in the response, at least one. */
  readonly rows: number;
  /** The estimated memory of all rows of the response. */
  readonly bytes: number;
}

export interface PageSizingOptions {
  readonly rowsPerBlock: number;
  /** The size of the first page. A power of two. */
  readonly firstBlocks: number;
  /** The size of the largest request for rows in view. A power of two. */
  readonly mostBlocksInView: number;
  /** The size of the largest request of all. A power of two. */
  readonly mostBlocks: number;
  /** The most memory, as estimated, that the rows of one response may take. */
  readonly byteLimit: number;
}

/** Decides how much to request, based on the responses so far. */
export interface PageSizing {
  readonly learn: (metrics: ResponseMetrics) => void;
  readonly policy: () => PagePolicy;
}

/** The weight of the latest response in the moving average. */
const WEIGHT = 0.3;

/** The limits for the transfer time. Within them, the transfer may take as long as the latency. */
const SHORTEST_TRANSFER_MS = 50;
const LONGEST_TRANSFER_MS = 500;

/** The limits for the parsing time. Parsing should fit into one frame for smooth scrolling; at a high latency, it may take two. */
const SHORTEST_READING_MS = 16;
const LONGEST_READING_MS = 32;

/** The scroll speed at which users can no longer read. Rows ahead must arrive before a user who scrolls at this speed reaches them. */
const FASTEST_ROWS_PER_MS = 0.6;

/** At a higher latency, rows ahead are requested together with the rows in view, because the user would otherwise wait twice. */
const LONGEST_WAIT_FOR_VIEW_MS = 200;

interface Averages {
  readonly latencyMs: number;
  readonly transferMsPerRow: number;
  readonly readingMsPerRow: number;
  readonly bytesPerRow: number;
}

/** Makes pages larger when latency is high, and smaller when rows are slow or large. Rows in view come in small pages: the user waits. */
export function createPageSizing(options: PageSizingOptions): PageSizing {
  const { rowsPerBlock, firstBlocks, mostBlocksInView, mostBlocks, byteLimit } = options;
  let averages: Averages | null = null;
  let blocks = firstBlocks;

  return {
    learn(metrics) {
      const latest: Averages = {
        latencyMs: metrics.latencyMs,
        transferMsPerRow: metrics.transferMs / metrics.rows,
        readingMsPerRow: metrics.readingMs / metrics.rows,
        bytesPerRow: metrics.bytes / metrics.rows,
      };
      averages = averages === null ? latest : blend(averages, latest);
      const fitting = Math.min(
        clamp(averages.latencyMs, SHORTEST_TRANSFER_MS, LONGEST_TRANSFER_MS) / averages.transferMsPerRow,
        clamp(averages.latencyMs / 10, SHORTEST_READING_MS, LONGEST_READING_MS) / averages.readingMsPerRow,
        byteLimit / averages.bytesPerRow,
      );
      // Changes the size by one step per response, because a single response may be an exception.
      const wanted = clamp(powerOfTwoWithin(fitting / rowsPerBlock), 1, mostBlocks);
      blocks = clamp(wanted, blocks / 2, blocks * 2);
    },
    policy: () => ({
      blocksInView: Math.min(blocks, mostBlocksInView),
      blocksAhead: blocks,
      leadBlocks: clamp(
        Math.ceil(((averages?.latencyMs ?? 0) * FASTEST_ROWS_PER_MS) / rowsPerBlock),
        firstBlocks,
        mostBlocks,
      ),
      aheadWaits: (averages?.latencyMs ?? 0) <= LONGEST_WAIT_FOR_VIEW_MS,
    }),
  };
}

function blend(averages: Averages, latest: Averages): Averages {
  const of = (member: keyof Averages) => averages[member] + (latest[member] - averages[member]) * WEIGHT;
  return {
    latencyMs: of('latencyMs'),
    transferMsPerRow: of('transferMsPerRow'),
    readingMsPerRow: of('readingMsPerRow'),
    bytesPerRow: of('bytesPerRow'),
  };
}

/** Returns the largest power of two up to `count`, and at least 1. */
function powerOfTwoWithin(count: number): number {
  let power = 1;
  // `count` is infinite after a division by zero, so the loop has a limit.
  while (power * 2 <= count && power < Number.MAX_SAFE_INTEGER) power *= 2;
  return power;
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(Math.max(value, lowest), highest);
}
