/** Whether all of them are wanted: `TEST_RUNS=all npm run test:unit`. */
const IS_LONG = process.env['TEST_RUNS'] === 'all';

/** Each time other values are drawn, so that many runs of the tests try as much as a long one. */
const SHARE = 1 / 5;

/** How often a law whose trials take long is tried: a fifth of the times that a long run takes for it. */
export function runs(ofLongRun: number): number {
  return IS_LONG ? ofLongRun : Math.ceil(ofLongRun * SHARE);
}
