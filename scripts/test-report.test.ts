import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import RunErrorsReporter from './run-errors-reporter.mjs';
import { readPlaywrightReport, readRunErrors, readVitestReport, tallyOf } from './test-report.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('readVitestReport', () => {
  test('counts tests, and a file that does not load as one failure', () => {
    const report = {
      testResults: [
        {
          name: '/a.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'a works', status: 'passed', failureMessages: [] },
            { fullName: 'a fails', status: 'failed', failureMessages: ['expected 1 to be 2'] },
            { fullName: 'a waits', status: 'skipped', failureMessages: [] },
          ],
        },
        { name: '/b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      ],
    };
    expect(readVitestReport(JSON.stringify(report))).toEqual({
      passed: 1,
      skipped: 1,
      failures: [
        { name: 'a fails', message: 'expected 1 to be 2' },
        { name: '/b.test.ts', message: 'Cannot find module' },
      ],
    });
  });
});

test('an error that no test handled is a failure, with its file and its place', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'run-errors-')), 'errors.json');
  vi.stubEnv('TEST_RUN_ERRORS', file);
  const error = { name: 'Error', message: 'lost', stack: 'Error: lost\n    at f (a.ts:1)', stacks: [] };
  new RunErrorsReporter().onTestRunEnd([], [{ ...error, VITEST_TEST_PATH: '/a.test.ts' }], 'failed');
  const report = JSON.stringify({ testResults: [] });
  expect(readVitestReport(report, readRunErrors(file)).failures).toEqual([
    { name: 'unit tests, outside of a test › /a.test.ts', message: 'Error: lost\n    at f (a.ts:1)' },
  ]);
  expect(readRunErrors('/no/such/file')).toEqual([]);
});

describe('readPlaywrightReport', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    tests: [
      { projectName: 'demo', status, results: [{}, message === undefined ? {} : { error: { message } }] },
    ],
  });

  test('counts nested tests, flaky ones as failed', () => {
    const report = {
      errors: [{ message: 'No tests found' }],
      suites: [
        {
          title: 'a.spec.ts',
          specs: [spec('opens', 'expected')],
          suites: [
            {
              title: 'group',
              specs: [
                spec('closes', 'unexpected', 'timeout'),
                spec('wobbles', 'flaky'),
                spec('waits', 'skipped'),
              ],
            },
          ],
        },
      ],
    };
    expect(readPlaywrightReport(JSON.stringify(report))).toEqual({
      passed: 1,
      skipped: 1,
      failures: [
        { name: 'end-to-end run', message: 'No tests found' },
        { name: '[demo] a.spec.ts › group › closes', message: 'timeout' },
        { name: '[demo] a.spec.ts › group › wobbles', message: 'flaky' },
      ],
    });
  });
});

describe('tallyOf', () => {
  test('a run without a report is a failure', () => {
    expect(tallyOf('/no/such/file', readVitestReport, { name: 'unit tests', code: 0 }).failures).toHaveLength(
      1,
    );
  });

  test('so is one that ends badly though every test passed', () => {
    const read = () => ({ passed: 1, skipped: 0, failures: [] });
    const run = { name: 'unit tests', code: 1 };
    expect(tallyOf(import.meta.filename, read, run)).toMatchObject({
      passed: 1,
      failures: [{ name: 'unit tests' }],
    });
  });
});
