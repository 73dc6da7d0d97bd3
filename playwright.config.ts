import { defineConfig, devices } from '@playwright/test';
import path from 'node:path';
import type { TestOptions } from './e2e/support/test';
import { browserLaunchOptions } from './scripts/browser-launch-options.mjs';
import { findFirefox } from './scripts/find-programs.mjs';
import { projectDirectory } from './scripts/project-paths.mjs';

const firefox = findFirefox();

/** `npm test`: each promise once, served as near to production as it can be. */
const ARE_PROMISES = process.env['TEST_RUNS'] === 'promises';

/**
 * `demo` runs on the build with the demo and leaves out tests tagged @service-only; `service`, on the production
 * build in front of the reference service over HTTPS, runs those and the ones tagged @service. `custody` is the
 * same with a server that keeps the refresh tokens, for what this could change: tests tagged @custody.
 */
export default defineConfig<TestOptions>({
  testDir: 'e2e',
  globalSetup: './e2e/support/provide-builds.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  // Journeys wait half of their time, for timers and the network: two cores are busy with twice as many.
  workers: 4,
  retries: 0,
  // Generous: they end a hung test, they do not judge the speed of the machine.
  timeout: 900_000,
  expect: { timeout: 180_000 },
  reporter: [['list'], ['./scripts/tally-reporter.mjs']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // Not UTC and with summer time: a date that gets shifted on its way shows.
    timezoneId: 'Europe/Berlin',
    // Each test would fetch the whole program for it. The journeys of `installed.spec.ts` have it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: browserLaunchOptions(),
    // A trace with its film costs a third of the whole run. `--trace on` has all of it where these do not tell enough.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
  projects: ARE_PROMISES
    ? // One project: for each of several, every worker would start anew, and its browser.
      [{ name: 'promises', use: { servedAs: 'promise' }, grep: /@promise/ }]
    : [
        // First, as the longest journey of all is in there: last, it would have one core for itself.
        { name: 'service', use: { servedAs: 'service' }, grep: /@service/ },
        { name: 'custody', use: { servedAs: 'custody' }, grep: /@custody/ },
        {
          name: 'demo',
          use: { servedAs: 'demo' },
          grepInvert: /@service-only|@custody-only|@firefox/,
        },
        ...(firefox === undefined ? [] : [inFirefox(firefox)]),
      ],
});

/** A Firefox as people have it: preferences replace what Playwright cannot emulate. There are no films or traces. */
function inFirefox(executable: string) {
  return {
    name: 'firefox',
    grep: /@firefox/,
    use: {
      servedAs: 'demo' as const,
      browserName: 'firefox' as const,
      channel: 'moz-firefox',
      userAgent: undefined,
      launchOptions: {
        executablePath: path.join(projectDirectory, 'scripts/firefox-bridge.mjs'),
        env: { ...process.env, FIREFOX: executable },
        firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
      },
    },
  };
}
