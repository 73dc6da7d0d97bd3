import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { projectDirectory } from '../../scripts/project-paths.mjs';
import { runCommand } from '../../scripts/run-command.mjs';
import { UserError } from '../../scripts/user-error.mjs';
import { scratchDirectory } from './scratch-copy.mjs';

/** @typedef {{ by: string[], seconds: number }} Noticed the tests that failed, in order; if there are none, the fault was not noticed */

const MS_PER_S = 1000;
/** Matches the message of a failure of the machine, which is not an effect of a fault. */
const NO_BROWSER = /Failed to connect to the browser/;
const REPORT = path.join(scratchDirectory, '..', 'report.json');

/**
 * Runs unit tests through another command (`through`, such as `nice -n 10`). With `isWhole`, continues after the first failure.
 * @type {(filters: readonly string[], through: readonly string[], options?: { isWhole?: boolean }) => Promise<Noticed>}
 */
export async function runUnitTests(filters, through, { isWhole = false } = {}) {
  const { code, output, seconds } = await runScript(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...filters,
      // Tests in Chromium are left out unless the filters need them, so that no browser is started in vain.
      ...(testFiles(filters).some((file) => file.includes('.browser.test.')) ? [] : ['--project=!screens*']),
      // One failing test is enough to notice the fault.
      ...(isWhole ? [] : ['--bail=1']),
      `--reporter=${path.join(import.meta.dirname, 'failures-reporter.mjs')}`,
    ],
    through,
    { FAILURES_REPORT: REPORT },
  );
  /** @type {import('./failures-reporter.mjs').FailuresReport} */
  const { files, failures } = readReport(output);
  if (files === 0) throw new Error(`Vitest ran nothing:\n${output.slice(-2000)}`);
  if (code !== 0 && failures.length === 0)
    throw new Error(`Vitest names no failure:\n${output.slice(-2000)}`);
  if (failures.some((failure) => NO_BROWSER.test(failure))) throw new Error(failures[0]);
  return { by: failures, seconds };
}

/** @param {readonly string[]} filters path filters of Vitest @returns {readonly string[]} the test files that match */
function testFiles(filters) {
  return allTestFiles().filter((file) => filters.some((filter) => file.includes(filter)));
}

/** @returns {readonly string[]} the files of unit tests and journeys, relative to the project's folder */
export function allTestFiles() {
  return ['src', 'command', 'mocks', 'scripts', 'server', 'bench', 'e2e']
    .flatMap((folder) =>
      readdirSync(path.join(projectDirectory, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name.replaceAll('\\', '/')}`,
      ),
    )
    .filter((name) => /\.(?:test|spec)\.tsx?$/.test(name));
}

/** @param {readonly string[]} checks steps of `npm run check` @param {readonly string[]} through @returns {Promise<Noticed>} */
export async function runChecks(checks, through) {
  /** @type {Noticed} */
  const noticed = { by: [], seconds: 0 };
  for (const check of checks) {
    const { code, seconds } = await runScript(['scripts/check.mjs', check], through);
    if (code !== 0) noticed.by.push(`check: ${check}`);
    noticed.seconds += seconds;
  }
  return noticed;
}

/**
 * Runs journeys. Resolves with the failures of each journey. @param {readonly string[]} journeys
 * @param {{ through: readonly string[], workers: number }} options @returns {Promise<Map<string, Noticed>>}
 */
export async function runJourneys(journeys, { through, workers }) {
  const selectors = journeys.map((journey) => ({ journey, ...selectorOf(journey) }));
  const { output } = await runScript(
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      `--workers=${workers}`,
      '--reporter=json',
      `--grep=${selectors.map(({ pattern }) => pattern.source).join('|')}`,
    ],
    through,
    { PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT },
  );
  const report = readReport(output);
  /** @type {Map<string, Noticed>} */
  const noticed = new Map(journeys.map((journey) => [journey, { by: [], seconds: 0 }]));
  const ran = new Set();
  for (const { grepTitle, title, isOk, seconds } of testsOf(report.suites)) {
    for (const { journey, pattern } of selectors) {
      const own = noticed.get(journey);
      if (own === undefined || !pattern.test(grepTitle)) continue;
      ran.add(journey);
      own.seconds += seconds;
      if (!isOk) own.by.push(title);
    }
  }
  const idle = journeys.filter((journey) => !ran.has(journey));
  if (idle.length > 0) throw new Error(`Playwright did not run ${idle.join(', ')}:\n${output.slice(-2000)}`);
  return noticed;
}

/** Matches the project in which a journey runs once: `demo`, or `service` if the journey's tags require it. */
const USUAL_PROJECT = '(?:demo|service(?=.*@service-only))';

/** @param {string} journey `file`, `file › title` or `project: file › title` */
export function journeyOf(journey) {
  const [, project, file, title = ''] = /^(?:(\w+): )?(\S+\.spec\.ts)(?: › (.*))?$/.exec(journey) ?? [];
  if (file === undefined) throw new UserError(`Not a journey: ${journey}`);
  return { project, file, title };
}

/** @param {string} journey */
function selectorOf(journey) {
  const { project = USUAL_PROJECT, file, title } = journeyOf(journey);
  return { pattern: new RegExp(`${project} \\S*${escaped(file)} .*${escaped(title)}`) };
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/**
 * @typedef {object} Suite a suite in Playwright's report; the outermost suites are files
 * @property {string} title
 * @property {string} file
 * @property {Suite[]} [suites]
 * @property {{ title: string, tests: { projectName: string, status: string, results: { duration: number }[] }[] }[]} specs
 */

/**
 * @param {readonly Suite[]} suites @param {string} path the titles of the suites above
 * @returns {Generator<{ grepTitle: string, title: string, isOk: boolean, seconds: number }>}
 */
function* testsOf(suites, path = '') {
  for (const suite of suites) {
    const above = `${path}${suite.title} `;
    for (const { title, tests } of suite.specs) {
      for (const { projectName, status, results } of tests) {
        yield {
          grepTitle: `${projectName} ${above}${title}`,
          title: `${projectName}: ${above}› ${title}`,
          isOk: status === 'expected',
          seconds: results.reduce((sum, { duration }) => sum + duration, 0) / MS_PER_S,
        };
      }
    }
    yield* testsOf(suite.suites ?? [], above);
  }
}

/** @param {string} output the output of the run, shown if it has written no report */
function readReport(output) {
  try {
    return JSON.parse(readFileSync(REPORT, 'utf8'));
  } catch {
    throw new Error(`No report:\n${output.slice(-4000)}`);
  }
}

/**
 * @param {readonly [string, ...string[]]} words a script of the copy, and its arguments
 * @param {readonly string[]} through @param {NodeJS.ProcessEnv} [environment]
 */
async function runScript([script, ...scriptArguments], through, environment = {}) {
  rmSync(REPORT, { force: true });
  const [command = '', ...rest] = [
    ...through,
    process.execPath,
    path.join(scratchDirectory, script),
    ...scriptArguments,
  ];
  const { code, output, durationMs } = await runCommand(command, rest, {
    isCaptured: true,
    environment,
    directory: scratchDirectory,
  });
  return { code, output, seconds: durationMs / MS_PER_S };
}
