import type { PagePolicy } from './plan-pages';

export interface ResponseTiming {
  /** The time from sending the request to the first byte of the response. */
  readonly latencyMs: number;
  /** The time from the first byte to the last. */
  readonly transferMs: number;
  /** How long parsing blocked the main thread. */
  readonly readingMs: number;
}

export interface ResponseMetrics extends ResponseTiming {
  /** One or more. */
  readonly rows: number;
  /** Estimated memory of all rows of the response. */
  readonly bytes: number;
}

export interface PageSizingOptions {
  readonly rowsPerBlock: number;
  /** Size of the first page. A power of two. */
  readonly firstBlocks: number;
  /** Largest request for rows in view. A power of two. */
  readonly mostBlocksInView: number;
  /** Largest request of all. A power of two. */
  readonly mostBlocks: number;
  /** Estimated memory that the rows of one response may take. */
  readonly byteLimit: number;
}

/** How much to request, adapted to the responses so far. */
export interface PageSizing {
  readonly learn: (metrics: ResponseMetrics) => void;
  readonly policy: () => PagePolicy;
}

/** Weight of the latest response in the moving average. */
const WEIGHT = 0.3;

/** The transfer may take as long as the latency, within these limits. */
const SHORTEST_TRANSFER_MS = 50;
const LONGEST_TRANSFER_MS = 500;

/** Parsing fits into a frame, so that scrolling stays smooth; at a high latency, a larger response is worth two frames. */
const SHORTEST_READING_MS = 16;
const LONGEST_READING_MS = 32;

/** Nobody reads faster than this. Rows ahead have to arrive before the user does. */
const FASTEST_ROWS_PER_MS = 0.6;

/** At a higher latency, rows ahead are requested together with those in view, or the user would wait twice. */
const LONGEST_WAIT_FOR_VIEW_MS = 200;

interface Averages {
  readonly latencyMs: number;
  readonly transferMsPerRow: number;
  readonly readingMsPerRow: number;
  readonly bytesPerRow: number;
}

/** Pages grow with the latency and shrink with slow or large rows. Rows in view come in small pages, because the user waits. */
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
      // One step at a time: a single response may be an exception.
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
  // A division by zero makes `count` infinite.
  while (power * 2 <= count && power < Number.MAX_SAFE_INTEGER) power *= 2;
  return power;
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(Math.max(value, lowest), highest);
}
