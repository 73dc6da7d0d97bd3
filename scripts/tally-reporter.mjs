import { appendFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** The file that `test.mjs` sums up; nothing is written where a runner is started by itself. */
const TALLY_FILE = process.env['TEST_TALLY'];

const IS_LONG_RUN = process.env['TEST_RUNS'] === 'all';

/** Journeys of `npm test`, which would take longer than ten minutes with more: CONTRIBUTING.md. */
const MOST_PROMISES = 60;

/**
 * One outcome a line, for the closing lines of `npm test`, and why a test failed: often they are all that is kept of a run.
 * @typedef {{ name: string, outcome: 'passed' | 'failed' | 'skipped', why?: string | undefined }} TallyEntry
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
        const name = `[${module.project.name}] ${module.relativeModuleId} › ${test.fullName}`;
        write({ name, outcome, why: beginningOf(test.result().errors) });
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
  onTestEnd(test, { errors }) {
    const name = test.titlePath().filter(Boolean).join(' › ');
    const found = test.outcome();
    const outcome = found === 'expected' ? 'passed' : found === 'skipped' ? 'skipped' : 'failed';
    write({ name, outcome, why: beginningOf(errors) });
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
