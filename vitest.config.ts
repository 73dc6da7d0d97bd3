import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserLaunchOptions, PLAIN_WEBASSEMBLY } from './scripts/browser-launch-options.mjs';
import { engineModule } from './scripts/engine-module.mjs';
import { messageCatalogues } from './scripts/message-catalogues.mjs';

// This time zone is not UTC, has summer time, and is half an hour off, so that tests notice a shifted date.
process.env['TZ'] = 'America/St_Johns';

const LOGIC = '{src,command,mocks,scripts,server,bench}/**/*.test.ts';
const PARTS = '{src,mocks}/**/*.test.tsx';
/** Tests that mock modules, or that need modules that no other test has used. */
const ISOLATED = '**/*.isolated.test.{ts,tsx}';
const IN_BROWSER = '**/*.browser.test.{ts,tsx}';
const IS_LONG_RUN = process.env['TEST_RUNS'] === 'all';

/** The files of a project share modules, engine and page, which take most of the time to load. begin-file.ts cleans up between files. */
const SHARED = { pool: 'threads', isolate: false } as const;

if (!IS_LONG_RUN) for (const flag of PLAIN_WEBASSEMBLY) setFlagsFromString(flag);

const setUpDom = [
  'src/test/fail-on-console.ts',
  'src/test/set-up-testing-library.ts',
  'src/test/setup-dom.ts',
];

export default defineConfig({
  plugins: [react(), engineModule(), messageCatalogues({ isCompiled: false })],
  resolve: { tsconfigPaths: true },
  // src/test/runs.ts reads this value, in the browser as well.
  define: { 'import.meta.env.TEST_RUNS': JSON.stringify(process.env['TEST_RUNS'] ?? '') },
  test: {
    allowOnly: false,
    passWithNoTests: false,
    // A test has the tag in its options; a whole file has it by `@module-tag long`.
    tags: [{ name: 'long', description: 'Long by nature: `npm run test:all` has it, `npm test` does not.' }],
    ...(!IS_LONG_RUN && { tagsFilter: ['!long'] }),
    sequence: { shuffle: { tests: true } },
    reporters: ['default', './scripts/tally-reporter.mjs'],
    // By default, one of two cores would be idle. Tests of screens wait for a fifth of their time, so an additional worker is useful.
    maxWorkers: availableParallelism() + 1,
    // The timeouts are generous, because they only end a hung test and do not judge the speed of the machine.
    testTimeout: IS_LONG_RUN ? 600_000 : 120_000,
    hookTimeout: IS_LONG_RUN ? 600_000 : 120_000,
    expect: { poll: { timeout: 40_000 } },
    // The projects are the layers of CONTRIBUTING.md. They run one after another: a worker that changes projects loads all modules again.
    projects: [
      {
        extends: true,
        test: {
          name: 'logic',
          sequence: { groupOrder: 0 },
          environment: 'node',
          include: [LOGIC],
          exclude: [ISOLATED, IN_BROWSER],
          ...SHARED,
          setupFiles: ['src/test/begin-file.ts', 'src/test/fail-on-console.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'logic, isolated',
          sequence: { groupOrder: 3 },
          environment: 'node',
          include: ['{src,command,mocks,scripts,server,bench}/**/*.isolated.test.ts'],
          pool: 'threads',
          setupFiles: ['src/test/fail-on-console.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          sequence: { groupOrder: 1 },
          environment: 'happy-dom',
          include: [PARTS],
          exclude: [ISOLATED, IN_BROWSER],
          ...SHARED,
          setupFiles: ['src/test/begin-file.ts', ...setUpDom],
        },
      },
      {
        extends: true,
        test: {
          name: 'parts, isolated',
          sequence: { groupOrder: 2 },
          environment: 'happy-dom',
          include: ['{src,mocks}/**/*.isolated.test.tsx'],
          setupFiles: setUpDom,
        },
      },
      {
        extends: true,
        // Packages that Vite finds only while the tests run would reload the page.
        optimizeDeps: {
          // tsconfig.base.json defines the second path, which is no package to optimize.
          exclude: ['@duckdb/duckdb-wasm', '@duckdb/duckdb-wasm/browser-blocking'],
          include: [
            '@mantine/core',
            '@mantine/hooks',
            '@testing-library/jest-dom/vitest',
            '@testing-library/react',
            '@testing-library/user-event',
            '@tanstack/react-query',
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
          name: 'screens',
          // This project runs beside the first one, because it mostly waits for its browser and uses no worker of the first one.
          sequence: { groupOrder: 0 },
          // Formats are tested here again, because they depend on the browser's own data (Intl). A long run also tests how they are read.
          include: [
            `src/lib/formats/${IS_LONG_RUN ? '*' : '{*-format,date-*,formats,format-*,name-order}'}.test.ts`,
            ...(IS_LONG_RUN ? ['src/lib/base/decimal-grammar.test.ts'] : []),
            `{src,command}/${IN_BROWSER}`,
          ],
          setupFiles: [
            'src/test/fail-on-console.ts',
            'src/test/set-up-testing-library.ts',
            'src/test/load-product-font.ts',
          ],
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
