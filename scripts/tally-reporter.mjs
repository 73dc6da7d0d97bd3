import { appendFileSync } from 'node:fs';

/** The file that `test.mjs` sums up; nothing is written where a runner is started by itself. */
const TALLY_FILE = process.env['TEST_TALLY'];

const IS_LONG_RUN = process.env['TEST_RUNS'] === 'all';

/** Journeys of `npm test`, which would take longer than ten minutes with more: CONTRIBUTING.md. */
const MOST_PROMISES = 60;

/**
 * One outcome a line, for the closing line of `npm test`.
 * @typedef {{ name: string, outcome: 'passed' | 'failed' | 'skipped' }} TallyEntry
 */

/** Writes the outcome of each test, of Vitest and of Playwright alike. Playwright's own retries are off: an outcome is final. */
export default class TallyReporter {
  /**
   * Vitest, at the end of a run. A file that cannot be loaded and an error outside of a test are failures of their own.
   * @type {NonNullable<import('vitest/node').Reporter['onTestRunEnd']>}
   */
  onTestRunEnd(modules, errors) {
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        const outcome = state === 'passed' || state === 'failed' ? state : 'skipped';
        // Not skipped, but of another run.
        if (outcome === 'skipped' && test.tags.includes('long') && !IS_LONG_RUN) continue;
        write({ name: `[${module.project.name}] ${module.relativeModuleId} › ${test.fullName}`, outcome });
      }
      for (const { message } of module.errors())
        write({ name: `${module.relativeModuleId}: ${message}`, outcome: 'failed' });
    }
    for (const { message } of errors) write({ name: `outside of a test: ${message}`, outcome: 'failed' });
  }

  /**
   * Playwright, before all tests.
   * @type {NonNullable<import('@playwright/test/reporter').Reporter['onBegin']>}
   */
  onBegin(_config, suite) {
    const promises = suite.allTests().filter(({ title }) => title.includes('@promise')).length;
    if (promises > MOST_PROMISES)
      write({
        name: `${promises} journeys are tagged @promise; at most ${MOST_PROMISES} may be`,
        outcome: 'failed',
      });
  }

  /**
   * Playwright, after each test.
   * @type {NonNullable<import('@playwright/test/reporter').Reporter['onTestEnd']>}
   */
  onTestEnd(test) {
    const name = test.titlePath().filter(Boolean).join(' › ');
    const found = test.outcome();
    write({ name, outcome: found === 'expected' ? 'passed' : found === 'skipped' ? 'skipped' : 'failed' });
  }

  /**
   * Playwright, where something fails apart from a test, such as a build before all of them.
   * @type {NonNullable<import('@playwright/test/reporter').Reporter['onError']>}
   */
  onError({ message = '' }) {
    write({ name: `outside of a test: ${message}`, outcome: 'failed' });
  }

  /** Other reporters print. */
  printsToStdio() {
    return false;
  }
}

/** @param {TallyEntry} entry */
function write(entry) {
  if (TALLY_FILE !== undefined) appendFileSync(TALLY_FILE, `${JSON.stringify(entry)}\n`);
}
