/** Whether all of them are wanted: `TEST_RUNS=all npm run test:unit`. */
export const IS_LONG = process.env['TEST_RUNS'] === 'all';

/** Where values are drawn anew each time, five runs of the tests try as much as a long one; where the seed is fixed, they do not. */
const SHARE = 1 / 5;

/** How often a law whose trials take long is tried: a fifth of the times that a long run takes for it. */
export function runs(ofLongRun: number): number {
  return IS_LONG ? ofLongRun : Math.ceil(ofLongRun * SHARE);
}
