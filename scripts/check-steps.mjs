import { availableParallelism } from 'node:os';
import { packageCommand, runCommand } from './run-command.mjs';
import { UserError } from './user-error.mjs';

/**
 * @typedef {object} CheckStep
 * @property {string} name
 * @property {() => string[]} command arguments for Node; a function because packages may not be installed yet
 * @property {NodeJS.ProcessEnv} [environment]
 * @property {boolean} [isOfBuild] looks at what is built from the sources
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
    command: () => [packageCommand('oxlint'), '--type-check'],
    environment: LAVISH,
  },
  // Each makes its build, where the sources have changed, which has one core for most of its time.
  { name: 'bundle', command: () => ['bench/bundle.mjs'], isOfBuild: true },
  {
    name: 'browsers of the build',
    command: () => ['scripts/check-browsers.mjs', '--build'],
    isOfBuild: true,
  },
  {
    name: 'types of workers',
    command: () => [packageCommand('typescript', 'tsc'), '-p', 'tsconfig.workers.json'],
  },
  { name: 'boundaries', command: () => ['scripts/check-boundaries.mjs'] },
  { name: 'styles', command: () => ['scripts/check-styles.mjs'] },
  { name: 'messages', command: () => ['scripts/check-messages.mjs'] },
  { name: 'browsers', command: () => ['scripts/check-browsers.mjs'] },
  { name: 'docs', command: () => ['scripts/draw-architecture.mjs', '--check'] },
  { name: 'deploy', command: () => ['scripts/deploy-files.mjs', '--check'] },
  { name: 'configuration', command: () => ['scripts/config-schema.mjs', '--check'] },
  { name: 'format', command: () => [packageCommand('oxfmt'), '--check'] },
];

/** @type {CheckStep[]} of a long run, or when named */
const LONG_STEPS = [
  // Works out all types once more.
  { name: 'names', command: () => ['scripts/check-foreign-names.mjs'] },
  {
    name: 'dead code',
    // Without its cache, which reports exports as unused after their file was renamed.
    command: () => [packageCommand('knip'), '--no-progress', '--treat-config-hints-as-errors'],
  },
];

/** @type {CheckStep[]} parts of a step above, only when named */
const PART_STEPS = [
  { name: 'lint', command: () => [packageCommand('oxlint')], environment: LAVISH },
  // Without what it remembers: it keeps reporting what was wrong in a JSON file after that is mended.
  {
    name: 'types',
    command: () => [packageCommand('typescript', 'tsc'), '-b', '--force'],
    environment: LAVISH,
  },
];

/**
 * Runs the named checks of the sources, or all of them but the long ones, two at a time, whether or not others fail. Prints one line for each, and
 * below it the output of a failed one, or the notes of another.
 * @param {object} [options]
 * @param {string[]} [options.names]
 * @param {boolean} [options.isLong] with the long ones
 * @param {boolean} [options.areBuilt] with those of the builds
 * @returns {Promise<CheckResult[]>}
 */
export async function runChecks({ names = [], isLong = false, areBuilt = false } = {}) {
  const steps = [
    ...(names.length === 0 ? [] : PART_STEPS),
    ...STEPS.filter(({ isOfBuild = false }) => areBuilt || names.length > 0 || !isOfBuild),
    ...(isLong || names.length > 0 ? LONG_STEPS : []),
  ];
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
async function runStep({ name, command, environment = {} }) {
  const { code, output, durationMs } = await runCommand(process.execPath, command(), {
    isCaptured: true,
    environment,
  });
  const isPassed = code === 0;
  console.log(`${isPassed ? 'ok    ' : 'FAILED'}  ${name} (${(durationMs / 1000).toFixed(1)} s)`);
  const lines = isPassed ? output.split('\n').filter((line) => line.startsWith('note:')) : [output.trimEnd()];
  for (const line of lines) console.log(line.replaceAll(/^/gm, '        '));
  return { name, isPassed };
}
