import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserLaunchOptions } from './scripts/browser-launch-options.mjs';
import { messageCatalogues } from './scripts/message-catalogues.mjs';

// Not UTC, with summer time and half an hour off: a date that gets shifted on its way shows.
process.env['TZ'] = 'America/St_Johns';

const FOLDERS = ['src', 'mocks', 'scripts', 'bench'];

const TEST_FILES = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => path.join(folder, name).replaceAll('\\', '/')),
).map((file) => ({ file, source: readFileSync(file, 'utf8') }));

/** Files that put other modules in the place of ours share none with other files. */
const MOCKS = /\bvi\.(mock|doMock|resetModules)\(/;

const MOCKING_FILES = TEST_FILES.filter(
  ({ file, source }) => file.endsWith('.test.ts') && MOCKS.test(source),
).map(({ file }) => file);

/** Of the tests of screens, those that start the whole application or the engine, or read the clipboard, share none either. */
const KEEPS_STATE = /\brender-at'|\b(analysis-engine|engine-in-process|start-in-process)'|\bclipboard\b/;

const PARTS_OF_SCREENS = TEST_FILES.filter(
  ({ file, source }) =>
    /(?<!\.browser)\.test\.tsx$/.test(file) && !MOCKS.test(source) && !KEEPS_STATE.test(source),
).map(({ file }) => file);

/** They start faster than processes. */
const pool = 'threads';

export default defineConfig({
  plugins: [react(), messageCatalogues({ isCompiled: false })],
  resolve: { tsconfigPaths: true },
  test: {
    allowOnly: false,
    passWithNoTests: false,
    sequence: { shuffle: { tests: true } },
    // Vitest would leave one core idle, of two. Tests of screens wait for a fifth of their time, which one more uses.
    maxWorkers: availableParallelism() + 1,
    // Generous: they end a hung test, they do not judge the speed of the machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Pure code runs without a DOM; screens (.test.tsx) get one. A browser runs what needs layout (.browser.test.tsx), and
    // a second time what rests on the engine's own data (Intl).
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: [`{${FOLDERS.join(',')}}/**/*.test.ts`],
          exclude: MOCKING_FILES,
          pool,
          // The files share modules, and with them the engine: to load them anew for each took a third of the time. What
          // a file leaves behind is cleared by begin-file.ts.
          isolate: false,
          setupFiles: ['src/test/begin-file.ts', 'src/test/fail-on-console.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'node-apart',
          environment: 'node',
          include: MOCKING_FILES,
          pool,
          setupFiles: ['src/test/fail-on-console.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['{src,mocks}/**/*.test.tsx'],
          exclude: ['**/*.browser.test.tsx', ...PARTS_OF_SCREENS],
          setupFiles: ['src/test/fail-on-console.ts', 'src/test/setup-dom.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom-parts',
          environment: 'jsdom',
          include: PARTS_OF_SCREENS,
          pool,
          // To make a page and load all modules anew takes two seconds of a processor for each file.
          isolate: false,
          setupFiles: ['src/test/begin-file.ts', 'src/test/fail-on-console.ts', 'src/test/setup-dom.ts'],
        },
      },
      {
        extends: true,
        // Found while the tests run, they would make the page start anew.
        optimizeDeps: {
          // A path of our own leads to it, which is no package to optimize.
          exclude: ['@duckdb/duckdb-wasm', '@duckdb/duckdb-wasm/browser-blocking'],
          include: [
            '@mantine/core',
            '@tabler/icons-react',
            '@tanstack/react-table',
            '@uwdata/flechette',
            'apache-arrow',
            'fast-check',
            'numfmt',
            'react-dom/client',
            'use-intl',
            'zod',
          ],
        },
        test: {
          name: 'chromium',
          include: ['src/shared/formats/**/*.test.ts', 'src/**/*.browser.test.tsx'],
          setupFiles: ['src/test/fail-on-console.ts', 'src/test/load-product-font.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: browserLaunchOptions() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
