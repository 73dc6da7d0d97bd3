import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runChecks } from './check-steps.mjs';
import { installMissing } from './install-missing.mjs';
import { cacheDirectory } from './project-paths.mjs';
import { packageCommand, runCommand } from './run-command.mjs';
import { runMain } from './user-error.mjs';

/** @typedef {import('./tally-reporter.mjs').TallyEntry} TallyEntry */

const tallyFile = path.join(cacheDirectory, 'test', 'tally.jsonl');

// Runs the checks and tests for a change in ten minutes, or with --long all checks and tests. A failure does not stop the others.
await runMain(async () => {
  const { long: isLong } = parseArgs({ options: { long: { type: 'boolean', default: false } } }).values;
  const startedMs = performance.now();
  await installMissing();
  // This module is imported only after its packages have been installed.
  const { provideBrowser, providePrograms } = await import('./provide-programs.mjs');
  await provideBrowser();
  if (isLong) providePrograms();

  mkdirSync(path.dirname(tallyFile), { recursive: true });
  rmSync(tallyFile, { force: true });
  const environment = { TEST_TALLY: tallyFile, TEST_RUNS: isLong ? 'all' : 'promises' };
  /** @type {TallyEntry[]} */
  const entries = [];
  /** @param {import('./check-steps.mjs').CheckResult[]} results */
  const addChecks = (results) => {
    for (const { name, isPassed } of results) entries.push({ name, outcome: isPassed ? 'passed' : 'failed' });
  };
  /** @param {string} name @param {string[]} commandArguments */
  const runTests = async (name, ...commandArguments) => {
    const before = readTally().length;
    const { code } = await runCommand(process.execPath, commandArguments, { environment });
    const added = readTally().slice(before);
    // A run also counts as failed if it had no tests, or if it ended with an error although no test failed.
    if (added.length === 0 || (code !== 0 && !added.some(({ outcome }) => outcome === 'failed')))
      entries.push({ name: `${name} ended with code ${code}: see above`, outcome: 'failed' });
  };

  addChecks(await runChecks({ occasion: isLong ? 'long' : 'test' }));
  await runTests('Vitest', packageCommand('vitest'), 'run');
  await runTests('Playwright', packageCommand('@playwright/test', 'playwright'), 'test');
  printTotals([...entries, ...readTally()], performance.now() - startedMs);
});

/** @returns {TallyEntry[]} what the runners have reported so far */
function readTally() {
  if (!existsSync(tallyFile)) return [];
  return readFileSync(tallyFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** @param {TallyEntry[]} entries @param {number} durationMs */
function printTotals(entries, durationMs) {
  /** @param {TallyEntry['outcome']} wanted */
  const named = (wanted) => entries.filter(({ outcome }) => outcome === wanted).map(({ name }) => name);
  const failed = named('failed');
  const skipped = named('skipped');
  console.log('');
  for (const name of skipped) console.log(`skipped  ${name}`);
  for (const { name, outcome, why } of entries) {
    if (outcome !== 'failed') continue;
    console.log(`FAILED   ${name}`);
    if (why !== undefined) console.log(why.replaceAll(/^/gm, '         '));
  }
  const seconds = Math.round(durationMs / 1000);
  console.log(`${skipped.length} skipped`);
  console.log(`took ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`);
  console.log(`${named('passed').length} passed, ${failed.length} failed`);
  if (failed.length > 0) process.exitCode = 1;
}
