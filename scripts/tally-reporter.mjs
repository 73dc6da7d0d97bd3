import { appendFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** The file with the outcomes, which `test.mjs` adds up. If it is undefined, nothing is written. */
const TALLY_FILE = process.env['TEST_TALLY'];

const IS_LONG_RUN = process.env['TEST_RUNS'] === 'all';

/** The limit of journeys tagged @promise. With more, `npm test` would take longer than ten minutes (CONTRIBUTING.md). */
const MOST_PROMISES = 60;

/**
 * A line of the tally. `why` says why a test failed, which is often all that remains of a run.
 * @typedef {{ name: string, outcome: 'passed' | 'failed' | 'skipped', why?: string | undefined }} TallyEntry
 */

/** Writes the outcome of each test, for Vitest and Playwright. Playwright's own retries are off, so an outcome is final. */
export default class TallyReporter {
  /**
   * Vitest calls this after a run. A file that cannot be loaded and an error outside of a test count as failures.
   * @type {NonNullable<import('vitest/node').Reporter['onTestRunEnd']>}
   */
  onTestRunEnd(modules, errors) {
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        const outcome = state === 'passed' || state === 'failed' ? state : 'skipped';
        // Vitest skips a test of the long run in a short one. Only the long run counts it.
        if (outcome === 'skipped' && test.tags.includes('long') && !IS_LONG_RUN) continue;
        const name = `[${module.project.name}] ${module.relativeModuleId} › ${test.fullName}`;
        write({ name, outcome, why: beginningOf(test.result().errors) });
      }
      for (const { message } of module.errors())
        write({ name: `${module.relativeModuleId}: ${message}`, outcome: 'failed' });
    }
    for (const { message } of errors) write({ name: `outside of a test: ${message}`, outcome: 'failed' });
  }

  /** Playwright calls this before all tests. @type {NonNullable<import('@playwright/test/reporter').Reporter['onBegin']>} */
  onBegin(_config, suite) {
    const promises = suite.allTests().filter(({ title }) => title.includes('@promise')).length;
    if (promises > MOST_PROMISES)
      write({
        name: `${promises} journeys are tagged @promise; at most ${MOST_PROMISES} may be`,
        outcome: 'failed',
      });
  }

  /** Playwright calls this after each test. @type {NonNullable<import('@playwright/test/reporter').Reporter['onTestEnd']>} */
  onTestEnd(test, { errors }) {
    const name = test.titlePath().filter(Boolean).join(' › ');
    const found = test.outcome();
    const outcome = found === 'expected' ? 'passed' : found === 'skipped' ? 'skipped' : 'failed';
    write({ name, outcome, why: beginningOf(errors) });
  }

  /** Playwright calls this for a failure outside of tests. @type {NonNullable<import('@playwright/test/reporter').Reporter['onError']>} */
  onError({ message = '' }) {
    write({ name: `outside of a test: ${message}`, outcome: 'failed' });
  }

  /** Tells the runners that other reporters print the results. */
  printsToStdio() {
    return false;
  }
}

const MOST_LINES = 8;

/** @param {readonly { readonly message?: string }[] | undefined} errors @returns {string | undefined} */
function beginningOf(errors) {
  const lines = errors?.flatMap(({ message = '' }) =>
    stripVTControlCharacters(message).split('\n').slice(0, MOST_LINES),
  );
  return lines === undefined || lines.length === 0 ? undefined : lines.join('\n');
}

/** @param {TallyEntry} entry */
function write(entry) {
  if (TALLY_FILE !== undefined) appendFileSync(TALLY_FILE, `${JSON.stringify(entry)}\n`);
}
