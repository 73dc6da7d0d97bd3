import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { provideBuild } from './build-product.mjs';
import { printCheckResult, runCheckSteps, runStep } from './check-steps.mjs';
import { installMissing } from './install-missing.mjs';
import { cacheDirectory } from './project-paths.mjs';
import { provideBrowser } from './provide-browser.mjs';
import { provideDask } from './provide-dask.mjs';
import { provideFirefox } from './find-firefox.mjs';
import { provideServer } from './provide-server.mjs';
import { packageCommand, runCommand } from './run-command.mjs';
import { readPlaywrightReport, readRunErrors, readVitestReport, tallyOf } from './test-report.mjs';
import { runMain, UserError } from './user-error.mjs';

/** Enough to know a failure again; the runner has printed all of it. */
const MESSAGE_LINES = 4;

const PARTS = ['check', 'unit', 'e2e'];

const USAGE = `npm test [-- options] [-- arguments for the runner]
  Installs what is missing, finds or installs a Chromium, and runs everything.

  --only <part>   check, unit or e2e; what follows goes on to Vitest or Playwright,
                  e.g. npm test -- --only e2e sign-in --project=demo`;

const reportDirectory = path.join(cacheDirectory, 'test');

/** @type {import('./test-report.mjs').Tally} */
const total = { passed: 0, skipped: 0, failures: [] };

await runMain(async () => {
  const { only, passedOn } = readArguments();
  /** @param {string} part */
  const isWanted = (part) => only === undefined || only === part;

  try {
    await installMissing();
    mkdirSync(reportDirectory, { recursive: true });
    if (isWanted('check')) await check();
    if (isWanted('unit')) await unit(passedOn);
    if (isWanted('e2e')) await endToEnd(passedOn);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    fail('set-up', error.message);
  }

  printFailures();
  if (total.skipped > 0) console.log(`${total.skipped} skipped`);
  const failed = total.failures.length;
  // A run that ran nothing proves nothing.
  if (failed > 0 || total.passed === 0) process.exitCode = 1;
  console.log(`${total.passed} passed, ${failed} failed`);
});

/** What follows `--only part` belongs to that part's runner. */
function readArguments() {
  const { values, positionals, tokens } = parseArgs({
    options: { only: { type: 'string' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const only = typeof values.only === 'string' ? values.only : undefined;
  const first = tokens.find((token) => !(token.kind === 'option' && token.name === 'only'));
  const passedOn = first ? process.argv.slice(2 + first.index) : [];
  const isAskedFor =
    'help' in values || (only === undefined && (passedOn.length > 0 || positionals.length > 0));
  if (isAskedFor || (only !== undefined && !PARTS.includes(only))) throw new UserError(USAGE);
  return { only, passedOn };
}

async function check() {
  heading('Checks');
  for (const { name, isPassed } of await runCheckSteps()) {
    count(isPassed, name);
  }
}

/** @param {string[]} passedOn */
async function unit(passedOn) {
  heading('Unit tests');
  const report = path.join(reportDirectory, 'unit.json');
  const runErrors = path.join(reportDirectory, 'unit-run-errors.json');
  for (const file of [report, runErrors]) rmSync(file, { force: true });
  // Some of them run in the browser, too.
  const environment = await browserEnvironment();
  await provideDask();
  const { code } = await runCommand(
    process.execPath,
    [
      packageCommand('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--reporter=${path.join(import.meta.dirname, 'run-errors-reporter.mjs')}`,
      `--outputFile.json=${report}`,
      ...passedOn,
    ],
    { environment: { ...environment, TEST_RUN_ERRORS: runErrors } },
  );
  add(
    tallyOf(report, (text) => readVitestReport(text, readRunErrors(runErrors)), { name: 'unit tests', code }),
  );
}

/** @param {string[]} passedOn */
async function endToEnd(passedOn) {
  heading('Build');
  const built = await build();
  printCheckResult(built);
  count(built.isPassed, built.name);
  if (!built.isPassed) {
    fail('end-to-end tests', 'Not run: there is no build.');
    return;
  }

  const environment = await browserEnvironment();
  if (passedOn.length === 0) {
    const bundle = await runStep({ name: 'bundle', command: () => ['bench/bundle.mjs'] }, environment);
    printCheckResult(bundle);
    count(bundle.isPassed, bundle.name);
    const browsers = await runStep({
      name: 'browsers of the build',
      command: () => ['scripts/check-browsers.mjs', '--build'],
    });
    printCheckResult(browsers);
    count(browsers.isPassed, browsers.name);
  }

  // Not for a part of the tests, which may need none.
  if (passedOn.length === 0) {
    // One after the other, which they would not be in the tests: they may both want Debian's lists renewed.
    provideServer('nginx');
    provideServer('caddy');
    if ((await provideFirefox()) === undefined) {
      console.log('There is no Firefox here, and none could be installed: its journeys are skipped.');
      total.skipped += 1;
    }
  }

  heading('End-to-end tests');
  const report = path.join(reportDirectory, 'e2e.json');
  rmSync(report, { force: true });
  const { code } = await runCommand(
    process.execPath,
    [packageCommand('@playwright/test', 'playwright'), 'test', ...passedOn],
    { environment },
  );
  add(tallyOf(report, readPlaywrightReport, { name: 'end-to-end tests', code }));
}

/**
 * Makes both editions, which the tests and the bundle's limits are about.
 * @returns {Promise<import('./check-steps.mjs').CheckResult>}
 */
async function build() {
  const startedMs = performance.now();
  let output = '';
  try {
    await provideBuild('production');
    await provideBuild('demo');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    output = error.message;
  }
  return { name: 'build', isPassed: output === '', output, durationMs: performance.now() - startedMs };
}

/**
 * Passes the runners the browser to start.
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function browserEnvironment() {
  const browser = await provideBrowser();
  return browser === undefined ? {} : { TEST_BROWSER: browser };
}

/** @param {string} text */
function heading(text) {
  console.log(`\n— ${text} —`);
}

/** @param {boolean} isPassed @param {string} name */
function count(isPassed, name) {
  if (isPassed) total.passed += 1;
  else fail(name, 'See above.');
}

/** @param {string} name @param {string} message */
function fail(name, message) {
  total.failures.push({ name, message });
}

/** @param {import('./test-report.mjs').Tally} tally */
function add({ passed, skipped, failures }) {
  total.passed += passed;
  total.skipped += skipped;
  total.failures.push(...failures);
}

function printFailures() {
  if (total.failures.length > 0) heading('Failures');
  for (const { name, message } of total.failures) {
    const start = stripVTControlCharacters(message).trim().split('\n').slice(0, MESSAGE_LINES);
    console.log([`✗ ${name}`, ...start].join('\n    '));
  }
  console.log('');
}
