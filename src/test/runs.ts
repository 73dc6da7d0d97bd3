import { configureGlobal } from 'fast-check';

declare global {
  interface ImportMetaEnv {
    /** This value is `all` in a long run (vitest.config.ts). */
    readonly TEST_RUNS: string;
  }
}

/** Whether long tests run, too: `npm run test:all`. */
export const IS_LONG = import.meta.env.TEST_RUNS === 'all';

/** Shares of the number of tries that a law sets. With random seeds, a few runs together try as many values. */
const SHARE_OF_LONG_RUN = 1 / 2;
const SHARE_OF_SHORT_RUN = 1 / 10;

/** The smallest number of tries. Fewer would hardly get beyond the simplest values. */
const FEWEST = 10;

/** Returns how often a law is tried in this run. */
export function runs(count: number): number {
  const share = IS_LONG ? SHARE_OF_LONG_RUN : SHARE_OF_SHORT_RUN;
  return Math.min(count, Math.max(FEWEST, Math.ceil(count * share)));
}

// 100 is fast-check's default, for laws that do not set a number.
configureGlobal({ numRuns: runs(100) });
