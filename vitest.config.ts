import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// Not UTC, with summer time and half an hour off: a date that gets shifted on its way shows.
process.env['TZ'] = 'America/St_Johns';

export default defineConfig({
  plugins: [react()],
  resolve: { tsconfigPaths: true },
  test: {
    allowOnly: false,
    passWithNoTests: false,
    sequence: { shuffle: { tests: true } },
    // Generous: they end a hung test, they do not judge the speed of the machine.
    testTimeout: 30_000,
    // Pure code runs without a DOM; screens (.test.tsx) get one.
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{src,mocks,scripts,bench}/**/*.test.ts'],
          setupFiles: ['src/test/fail-on-console.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['{src,mocks}/**/*.test.tsx'],
          setupFiles: ['src/test/setup-dom.ts'],
        },
      },
    ],
  },
});
