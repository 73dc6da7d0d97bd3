import type { PagePolicy } from './plan-pages';

/** What is known of an answer once its rows are there. */
export interface AnswerFacts {
  /** One or more. */
  readonly rows: number;
  /** Estimated memory of all of them. */
  readonly bytes: number;
  /** From sending the request until the answer began. */
  readonly latencyMs: number;
  /** From then until all of it was here. */
  readonly transferMs: number;
  /** How long the page could do nothing else while it made rows of it. */
  readonly readingMs: number;
}

export interface PageSizingOptions {
  readonly rowsPerBlock: number;
  /** Of the first page. A power of two. */
  readonly firstBlocks: number;
  /** The most that may be asked for of what is in view. A power of two. */
  readonly mostBlocksInView: number;
  /** The most that may be asked for at once. A power of two. */
  readonly mostBlocks: number;
  /** Estimated memory that the rows of one answer may take. */
  readonly byteLimit: number;
}

/** How much to ask for, learnt from the answers so far. */
export interface PageSizing {
  readonly learn: (facts: AnswerFacts) => void;
  /** Sizes of requests: `mostBlocks` at most. */
  readonly policy: () => PagePolicy;
}

/** How much the latest answer counts. */
const WEIGHT = 0.3;

/** Rows may arrive for as long as one waits for the first of them, within these limits. */
const SHORTEST_TRANSFER_MS = 50;
const LONGEST_TRANSFER_MS = 500;

/** A frame, so that scrolling goes on while an answer is read; the longer one waits for it, the more it may hold. */
const SHORTEST_READING_MS = 16;
const LONGEST_READING_MS = 32;

/** As fast as anyone can still read along, and then some; what is ahead has to be here before that. */
const FASTEST_ROWS_PER_MS = 0.6;

/** Where an answer takes longer, whoever scrolls on from there would wait a second time for what is ahead. */
const LONGEST_WAIT_FOR_VIEW_MS = 200;

interface Known {
  readonly latencyMs: number;
  readonly transferMsPerRow: number;
  readonly readingMsPerRow: number;
  readonly bytesPerRow: number;
}

/**
 * Large pages where one waits long for each and little for its rows; small ones where rows are slow, or large. What is
 * in view is asked for in small pages: there, somebody waits for all of it.
 */
export function createPageSizing(options: PageSizingOptions): PageSizing {
  const { rowsPerBlock, firstBlocks, mostBlocksInView, mostBlocks, byteLimit } = options;
  let known: Known | null = null;
  let blocks = firstBlocks;

  return {
    learn(facts) {
      const latest: Known = {
        latencyMs: facts.latencyMs,
        transferMsPerRow: facts.transferMs / facts.rows,
        readingMsPerRow: facts.readingMs / facts.rows,
        bytesPerRow: facts.bytes / facts.rows,
      };
      known = known === null ? latest : blend(known, latest);
      const fitting = Math.min(
        clamp(known.latencyMs, SHORTEST_TRANSFER_MS, LONGEST_TRANSFER_MS) / known.transferMsPerRow,
        clamp(known.latencyMs / 10, SHORTEST_READING_MS, LONGEST_READING_MS) / known.readingMsPerRow,
        byteLimit / known.bytesPerRow,
      );
      // By one step at a time: one answer may be an exception.
      const wanted = clamp(powerOfTwoWithin(fitting / rowsPerBlock), 1, mostBlocks);
      blocks = clamp(wanted, blocks / 2, blocks * 2);
    },
    policy: () => ({
      blocksInView: Math.min(blocks, mostBlocksInView),
      blocksAhead: blocks,
      leadBlocks: clamp(
        Math.ceil(((known?.latencyMs ?? 0) * FASTEST_ROWS_PER_MS) / rowsPerBlock),
        firstBlocks,
        mostBlocks,
      ),
      aheadWaits: (known?.latencyMs ?? 0) <= LONGEST_WAIT_FOR_VIEW_MS,
    }),
  };
}

function blend(known: Known, latest: Known): Known {
  const of = (member: keyof Known) => known[member] + (latest[member] - known[member]) * WEIGHT;
  return {
    latencyMs: of('latencyMs'),
    transferMsPerRow: of('transferMsPerRow'),
    readingMsPerRow: of('readingMsPerRow'),
    bytesPerRow: of('bytesPerRow'),
  };
}

/** The largest power of two that is not more than `count`; 1 where that is less. */
function powerOfTwoWithin(count: number): number {
  let power = 1;
  // Nothing to divide by makes it endless.
  while (power * 2 <= count && power < Number.MAX_SAFE_INTEGER) power *= 2;
  return power;
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(Math.max(value, lowest), highest);
}
