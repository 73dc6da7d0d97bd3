import { configureGlobal } from 'fast-check';

declare global {
  interface ImportMetaEnv {
    /** `all` in a long run (vitest.config.ts). */
    readonly TEST_RUNS: string;
  }
}

/** Whether what is long by nature is wanted, too: `npm run test:all`. */
export const IS_LONG = import.meta.env.TEST_RUNS === 'all';

/** Where values are drawn at random each time, ten runs of the tests try as much as a long one; where the seed is fixed, they do not. */
const SHARE = 1 / 10;

/** Fewer would hardly leave the simplest values. */
const FEWEST = 10;

/** How often a law is tried: a tenth of the times that a long run takes for it. */
export function runs(ofLongRun: number): number {
  return IS_LONG ? ofLongRun : Math.min(ofLongRun, Math.max(FEWEST, Math.ceil(ofLongRun * SHARE)));
}

// Of laws that do not say how often: fast-check's own number.
configureGlobal({ numRuns: runs(100) });
