import { defineConfig, devices } from '@playwright/test';
import path from 'node:path';
import type { TestOptions } from './e2e/support/test';
import { browserLaunchOptions } from './scripts/browser-launch-options.mjs';
import { findFirefox } from './scripts/find-programs.mjs';
import { projectDirectory } from './scripts/project-paths.mjs';

const firefox = findFirefox();

/** `npm test` runs each promise once, served as near to production as it can be. */
const ARE_PROMISES = process.env['TEST_RUNS'] === 'promises';

/**
 * `demo` runs on the build with the demo and leaves out tests tagged @service-only. `service` runs these and the tests tagged @service on
 * the production build in front of the reference service over HTTPS. `custody` runs tests tagged @custody in the same way, but the server
 * keeps the refresh tokens, which could change the results.
 */
export default defineConfig<TestOptions>({
  testDir: 'e2e',
  globalSetup: './e2e/support/provide-builds.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  // Journeys wait half of their time for timers and the network, so four workers keep two cores busy.
  workers: 4,
  retries: 0,
  // The timeouts are generous, because they only end a hung test and do not judge the speed of the machine.
  timeout: 900_000,
  expect: { timeout: 180_000 },
  reporter: [['list'], ['./scripts/tally-reporter.mjs']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // This time zone is not UTC and has summer time, so that tests notice a shifted date.
    timezoneId: 'Europe/Berlin',
    // With service workers, each test would fetch the whole program. The journeys of `installed.spec.ts` allow them.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: browserLaunchOptions(),
    // A trace with its screenshots costs a third of the whole run. If a trace without them says too little, use `--trace on`.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
  projects: ARE_PROMISES
    ? // With several projects, every worker would restart with its browser for each of them.
      [{ name: 'promises', use: { servedAs: 'promise' }, grep: /@promise/ }]
    : [
        // This project comes first, because it has the longest journey, which would run alone at the end.
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

/** A Firefox as users have it. Preferences replace what Playwright cannot emulate. Videos and traces are not available. */
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
