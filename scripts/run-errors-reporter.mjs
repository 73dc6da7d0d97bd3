import { writeFileSync } from 'node:fs';

/**
 * Writes what went wrong in a run of Vitest apart from its tests, such as an error that nothing handled: its JSON report lacks
 * that. The file that the environment variable `TEST_RUN_ERRORS` names has a list of `{ name, message }` once the run has ended.
 */
export default class RunErrorsReporter {
  /** @type {NonNullable<import('vitest/node').Reporter['onTestRunEnd']>} */
  onTestRunEnd(_modules, errors) {
    const file = process.env['TEST_RUN_ERRORS'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(errors.map(failureOf)));
  }
}

/** @param {import('vitest').SerializedError & { VITEST_TEST_PATH?: string, VITEST_TEST_NAME?: string }} error */
function failureOf(error) {
  const place = [error.VITEST_TEST_PATH, error.VITEST_TEST_NAME].filter((part) => part !== undefined);
  return {
    name: ['unit tests, outside of a test', ...place].join(' › '),
    // The stack begins with the message in most browsers, and names the place.
    message: error.stack ?? `${error.name ?? ''} ${error.message}`,
  };
}
