import { availableParallelism } from 'node:os';
import { packageCommand, runCommand } from './run-command.mjs';

/**
 * @typedef {object} CheckStep
 * @property {string} name
 * @property {() => string[]} command arguments for our own Node; a function because packages may not be installed yet
 *
 * @typedef {object} CheckResult
 * @property {string} name
 * @property {boolean} isPassed
 * @property {string} output
 * @property {number} durationMs
 */

/** @type {CheckStep[]} the slow ones first */
const CHECK_STEPS = [
  { name: 'lint', command: () => [packageCommand('oxlint')] },
  { name: 'types', command: () => [packageCommand('typescript', 'tsc')] },
  {
    name: 'dead code',
    command: () => [packageCommand('knip'), '--no-progress', '--treat-config-hints-as-errors'],
  },
  { name: 'boundaries', command: () => ['scripts/check-boundaries.mjs', '--prove'] },
  { name: 'format', command: () => [packageCommand('oxfmt'), '--check'] },
];

/**
 * Runs every step, whether or not others fail, and prints one line for each; what a failed one said goes below its line.
 * @returns {Promise<CheckResult[]>}
 */
export async function runCheckSteps() {
  const waiting = [...CHECK_STEPS];
  /** @type {CheckResult[]} */
  const results = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = await runStep(step);
      printCheckResult(result);
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, () => work()));
  return results;
}

/**
 * @param {CheckStep} step
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {Promise<CheckResult>}
 */
export async function runStep({ name, command }, environment = {}) {
  const { code, output, durationMs } = await runCommand(process.execPath, command(), {
    isCaptured: true,
    environment,
  });
  return { name, isPassed: code === 0, output, durationMs };
}

/** @param {CheckResult} result */
export function printCheckResult({ name, isPassed, output, durationMs }) {
  console.log(`${isPassed ? 'ok    ' : 'FAILED'}  ${name} (${(durationMs / 1000).toFixed(1)} s)`);
  if (!isPassed) console.log(output.trimEnd().replaceAll(/^/gm, '        '));
}
