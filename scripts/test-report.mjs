import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} skipped
 * @property {{ name: string, message: string }[]} failures
 */

/**
 * What Vitest's JSON report says. A file that cannot even be loaded has no tests and counts as one failure.
 * @param {string} text
 * @param {Tally['failures']} [runErrors] what went wrong apart from the tests
 * @returns {Tally}
 */
export function readVitestReport(text, runErrors = []) {
  /** @type {{ testResults: { name: string, status: string, message: string, assertionResults: { fullName: string, status: string, failureMessages: string[] }[] }[] }} */
  const { testResults } = JSON.parse(text);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  );
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').length,
    failures: [
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({ name: fullName, message: failureMessages[0] ?? '' })),
      ...brokenFiles.map(({ name, message }) => ({ name, message })),
      ...runErrors,
    ],
  };
}

/**
 * What `run-errors-reporter.mjs` wrote; nothing where the run did not get so far.
 * @param {string} file
 * @returns {Tally['failures']}
 */
export function readRunErrors(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

/**
 * @typedef {object} PlaywrightSuite
 * @property {string} title
 * @property {PlaywrightSuite[]} [suites]
 * @property {{ title: string, tests: { projectName: string, status: string, results: { error?: { message?: string } }[] }[] }[]} specs
 */

/**
 * What Playwright's JSON report says. A test that passed only when tried again counts as failed.
 * @param {string} text
 * @returns {Tally}
 */
export function readPlaywrightReport(text) {
  /** @type {{ suites: PlaywrightSuite[], errors: { message?: string }[] }} */
  const { suites, errors } = JSON.parse(text);
  /** @type {Tally} */
  const tally = { passed: 0, skipped: 0, failures: [] };
  for (const { message = '' } of errors) tally.failures.push({ name: 'end-to-end run', message });
  /** @param {PlaywrightSuite} suite @param {string[]} path */
  const visit = (suite, path) => {
    for (const { title, tests } of suite.specs) {
      for (const { projectName, status, results } of tests) {
        if (status === 'expected') tally.passed += 1;
        else if (status === 'skipped') tally.skipped += 1;
        else {
          tally.failures.push({
            name: `[${projectName}] ${[...path, title].join(' › ')}`,
            message: results.find(({ error }) => error)?.error?.message ?? status,
          });
        }
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, [...path, inner.title]);
  };
  for (const suite of suites) visit(suite, [suite.title]);
  return tally;
}

/**
 * @param {string} file
 * @param {(text: string) => Tally} read
 * @param {{ name: string, code: number }} run the run that should have written the file
 * @returns {Tally} with a failure of its own where a run ended badly without naming a test
 */
export function tallyOf(file, read, { name, code }) {
  /** @type {Tally} */
  let tally;
  try {
    tally = read(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, skipped: 0, failures: [{ name, message: 'The run left no report; see above.' }] };
  }
  if (code !== 0 && tally.failures.length === 0) {
    tally.failures.push({ name, message: `The run ended with code ${code}; see above.` });
  }
  return tally;
}
