import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserLaunchOptions, PLAIN_WEBASSEMBLY } from './scripts/browser-launch-options.mjs';
import { engineModule } from './scripts/engine-module.mjs';
import { messageCatalogues } from './scripts/message-catalogues.mjs';

// Not UTC, with summer time and half an hour off: a date that gets shifted on its way shows.
process.env['TZ'] = 'America/St_Johns';

const LOGIC = '{src,command,mocks,scripts,server,bench}/**/*.test.ts';
const PARTS = '{src,mocks}/**/*.test.tsx';
/** What puts other modules in the place of ours, or counts on modules that nothing has used before. */
const ISOLATED = '**/*.isolated.test.{ts,tsx}';
const IN_BROWSER = '**/*.browser.test.{ts,tsx}';
const IS_LONG_RUN = process.env['TEST_RUNS'] === 'all';

/** A project's files share modules, engine and page, which take most of the time to load. begin-file.ts cleans up. */
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
  // For src/test/runs.ts, in the browser as well.
  define: { 'import.meta.env.TEST_RUNS': JSON.stringify(process.env['TEST_RUNS'] ?? '') },
  test: {
    allowOnly: false,
    passWithNoTests: false,
    // Of a test, or by `@module-tag long` of a file.
    tags: [{ name: 'long', description: 'Long by nature: `npm run test:all` has it, `npm test` does not.' }],
    ...(!IS_LONG_RUN && { tagsFilter: ['!long'] }),
    sequence: { shuffle: { tests: true } },
    reporters: ['default', './scripts/tally-reporter.mjs'],
    // Vitest would leave one core idle, of two. Tests of screens wait for a fifth of their time, which one more uses.
    maxWorkers: availableParallelism() + 1,
    // Generous: they end a hung test, they do not judge the speed of the machine.
    testTimeout: IS_LONG_RUN ? 600_000 : 120_000,
    hookTimeout: IS_LONG_RUN ? 600_000 : 120_000,
    expect: { poll: { timeout: 40_000 } },
    // The layers: CONTRIBUTING.md. One project at a time (`groupOrder`): changing between them, a worker loads all modules again.
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
        // Found while the tests run, they would make the page start anew.
        optimizeDeps: {
          // A path of our own leads to it, which is no package to optimize.
          exclude: ['@duckdb/duckdb-wasm', '@duckdb/duckdb-wasm/browser-blocking'],
          include: [
            '@mantine/core',
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
          // Beside the first: a browser is started and waited for, and has no worker of theirs.
          sequence: { groupOrder: 0 },
          // Formats a second time, as they rest on the browser's own data (Intl); in a long run, reading them, too.
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
