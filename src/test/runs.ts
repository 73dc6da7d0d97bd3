import { configureGlobal } from 'fast-check';

declare global {
  interface ImportMetaEnv {
    /** `all` in a long run (vitest.config.ts). */
    readonly TEST_RUNS: string;
  }
}

/** Whether long tests run, too: `npm run test:all`. */
export const IS_LONG = import.meta.env.TEST_RUNS === 'all';

/** With random seeds, ten normal runs try as many values as a long run. With a fixed seed, they repeat the same values. */
const SHARE = 1 / 10;

/** Fewer tries would hardly get beyond the simplest values. */
const FEWEST = 10;

/** Returns how often a law is tried: a tenth of the tries in a long run. */
export function runs(ofLongRun: number): number {
  return IS_LONG ? ofLongRun : Math.min(ofLongRun, Math.max(FEWEST, Math.ceil(ofLongRun * SHARE)));
}

// 100 is fast-check's default, for laws that do not set a number.
configureGlobal({ numRuns: runs(100) });
