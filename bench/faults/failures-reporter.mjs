import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ files: number, failures: string[] }} FailuresReport `files`: the number of test files that ran */

/** A Vitest reporter that writes the failed tests and their projects to the file that `FAILURES_REPORT` names. */
// oxlint-disable-next-line import/no-default-export -- Vitest expects a default export
export default class FailuresReporter {
  /** @type {(modules: readonly import('vitest/node').TestModule[], errors: readonly import('vitest/node').SerializedError[]) => void} */
  onTestRunEnd(testModules, unhandledErrors) {
    const failures = testModules.flatMap((module) => {
      const file = `${module.project.name}: ${path.relative(process.cwd(), module.moduleId)}`;
      return [
        ...Array.from(
          module.children.allTests('failed'),
          (test) => `${file} › ${test.fullName}${waitOf(test)}`,
        ),
        ...module.errors().map(({ message }) => `${file}: ${firstLine(message)}`),
        ...Array.from(module.children.allSuites()).flatMap((suite) =>
          suite.errors().map(({ message }) => `${file} › ${suite.fullName}: ${firstLine(message)}`),
        ),
      ];
    });
    for (const { message } of unhandledErrors) failures.push(`beside the tests: ${firstLine(message)}`);
    /** @type {FailuresReport} */
    const report = { files: testModules.length, failures };
    const file = process.env['FAILURES_REPORT'];
    if (file === undefined) throw new Error('Nowhere to write to: FAILURES_REPORT is not set.');
    writeFileSync(file, JSON.stringify(report));
  }
}

/** Returns a mark for timeouts: either the test noticed the fault, or the machine was slow. @param {import('vitest/node').TestCase} test */
function waitOf(test) {
  const { errors = [] } = test.result();
  return errors.some(({ message }) => /timed? ?out/i.test(message)) ? ' (timed out)' : '';
}

/** @param {string} message */
function firstLine(message) {
  return message.split('\n')[0] ?? '';
}
