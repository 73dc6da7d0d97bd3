import { availableParallelism } from 'node:os';
import { packageCommand, runCommand } from './run-command.mjs';
import { UserError } from './user-error.mjs';

/**
 * @typedef {object} CheckStep
 * @property {string} name
 * @property {() => string[]} command arguments for Node; a function because packages may not be installed yet
 * @property {() => string[]} [again] the arguments with which it is run once more where it fails, and which decide
 * @property {NodeJS.ProcessEnv} [environment]
 * @property {'check' | 'test' | 'long'} [only] where it is run when nothing is named: by `npm run check`, by the tests, or by a long
 *   run of them; by default everywhere
 *
 * @typedef {object} CheckResult
 * @property {string} name
 * @property {boolean} isPassed
 */

/** Collects garbage from 3 GiB on only: a fifth less work for the compiler. */
const LAVISH = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

/** @type {CheckStep[]} the slow ones first */
const STEPS = [
  // The linter has the compiler work out the types anyway, and reports what it finds: docs/decisions/three-programs.md.
  {
    name: 'lint and types',
    command: () => [
      packageCommand('oxlint'),
      '--type-aware',
      '--type-check',
      '--report-unused-disable-directives-severity=error',
    ],
    environment: LAVISH,
    only: 'test',
  },
  {
    name: 'types of workers',
    command: () => [packageCommand('typescript', 'tsc'), '-p', 'tsconfig.workers.json'],
    only: 'test',
  },
  // Twenty seconds the first time, and a few with what the compiler remembers. By that it keeps reporting what was wrong in a JSON
  // file after it is mended.
  {
    name: 'types',
    command: () => [packageCommand('typescript', 'tsc'), '-b'],
    again: () => [packageCommand('typescript', 'tsc'), '-b', '--force'],
    environment: LAVISH,
    only: 'check',
  },
  // Without the rules that need types.
  { name: 'lint', command: () => [packageCommand('oxlint')], only: 'check' },
  // Makes its build, where the sources have changed, which has one core for most of its time.
  { name: 'bundle', command: () => ['bench/bundle.mjs'], only: 'test' },
  {
    name: 'browsers of the build',
    command: () => ['scripts/check-browsers.mjs', '--build'],
    only: 'long',
  },
  { name: 'boundaries', command: () => ['scripts/check-boundaries.mjs'] },
  { name: 'styles', command: () => ['scripts/check-styles.mjs'] },
  { name: 'messages', command: () => ['scripts/check-messages.mjs'] },
  { name: 'browsers', command: () => ['scripts/check-browsers.mjs'] },
  { name: 'docs', command: () => ['scripts/draw-architecture.mjs', '--check'] },
  { name: 'configuration', command: () => ['scripts/config-schema.mjs', '--check'] },
  { name: 'format', command: () => [packageCommand('oxfmt'), '--check'] },
  // Works out all types once more.
  { name: 'names', command: () => ['scripts/check-foreign-names.mjs'], only: 'long' },
  {
    name: 'dead code',
    // Without its cache, which reports exports as unused after their file was renamed.
    command: () => [packageCommand('knip'), '--no-progress', '--treat-config-hints-as-errors'],
    only: 'long',
  },
];

/**
 * Runs the named checks of the sources, or those of an occasion, two at a time, whether or not others fail. Prints one line for
 * each, and below it the output of a failed one, or the notes of another.
 * @param {object} options
 * @param {string[]} [options.names]
 * @param {'check' | 'test' | 'long'} options.occasion a long run has those of the tests, too
 * @returns {Promise<CheckResult[]>}
 */
export async function runChecks({ names = [], occasion }) {
  const occasions = occasion === 'long' ? ['test', 'long'] : [occasion];
  const steps = STEPS.filter(
    ({ only }) => names.length > 0 || only === undefined || occasions.includes(only),
  );
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) {
    const known = steps.map(({ name }) => name).join(', ');
    throw new UserError(`There is no check "${unknown}"; there are ${known}.`);
  }
  const waiting = steps.filter(({ name }) => names.length === 0 || names.includes(name));
  /** @type {CheckResult[]} */
  const results = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await runStep(step));
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, () => work()));
  return results;
}

/** @param {CheckStep} step @returns {Promise<CheckResult>} */
async function runStep({ name, command, again, environment = {} }) {
  const startedMs = performance.now();
  /** @param {string[]} commandArguments */
  const run = (commandArguments) =>
    runCommand(process.execPath, commandArguments, { isCaptured: true, environment });
  let { code, output } = await run(command());
  if (code !== 0 && again !== undefined) ({ code, output } = await run(again()));
  const durationMs = performance.now() - startedMs;
  const isPassed = code === 0;
  console.log(`${isPassed ? 'ok    ' : 'FAILED'}  ${name} (${(durationMs / 1000).toFixed(1)} s)`);
  const lines = isPassed ? output.split('\n').filter((line) => line.startsWith('note:')) : [output.trimEnd()];
  for (const line of lines) console.log(line.replaceAll(/^/gm, '        '));
  return { name, isPassed };
}
