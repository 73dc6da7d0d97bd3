import { availableParallelism } from 'node:os';
import { packageCommand, runCommand } from './run-command.mjs';
import { UserError } from './user-error.mjs';

/**
 * @typedef {object} CheckStep
 * @property {string} name
 * @property {() => string[]} command arguments for Node; a function because packages may not be installed yet
 * @property {() => string[]} [again] arguments for a second run after a failure, whose result counts
 * @property {NodeJS.ProcessEnv} [environment]
 * @property {'check' | 'test' | 'long'} [only] limits the step to `npm run check`, the tests, or a long run of the tests
 * @typedef {{ name: string, isPassed: boolean }} CheckResult
 */

/** Settings that make the compiler (a Go program) collect garbage only from 3 GiB on, which saves a fifth of its work. */
const LAVISH = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

/** @type {CheckStep[]} the steps, the slow ones first */
const STEPS = [
  // The linter computes the types anyway, and reports the compiler's errors: docs/decisions/three-programs.md.
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
  // The compiler takes 20 s at first, then a few with its cache. A failed run is repeated without the cache, which keeps reporting errors
  // in a JSON file after they are fixed.
  {
    name: 'types',
    command: () => [packageCommand('typescript', 'tsc'), '-b'],
    again: () => [packageCommand('typescript', 'tsc'), '-b', '--force'],
    environment: LAVISH,
    only: 'check',
  },
  // This step runs only the rules that do not need types.
  { name: 'lint', command: () => [packageCommand('oxlint')], only: 'check' },
  // This step builds first if the sources have changed, which mostly uses one core.
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
  // This step computes all types again, so it takes long.
  { name: 'names', command: () => ['scripts/check-foreign-names.mjs'], only: 'long' },
  {
    name: 'dead code',
    // Knip runs without its cache, which reports the exports of a renamed file as unused.
    command: () => [packageCommand('knip'), '--no-progress', '--treat-config-hints-as-errors'],
    only: 'long',
  },
];

/**
 * Runs the named checks of the sources, or those of an occasion, two at a time, even if some fail. Prints a line
 * for each, followed by its output if it failed, else by its notes. A long run includes the checks of the tests.
 * @type {(options: { names?: string[], occasion: 'check' | 'test' | 'long' }) => Promise<CheckResult[]>}
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
