import { describe, expect, test } from 'vitest';
import { licensesOf } from './licenses.mjs';

describe('the licences of a build', () => {
  test('name every package that its files have parts of, once, with its text', () => {
    const text = licensesOf({
      'assets/a.js': { 'node_modules/zod/v4/index.js': 10, 'src/main.tsx': 5 },
      'assets/worker.js': {
        'node_modules/zod/v4/core.js': 10,
        'node_modules/@duckdb/duckdb-wasm/dist/duckdb-browser.mjs': 10,
      },
    });
    expect(text).toContain('It contains parts of these packages: @duckdb/duckdb-wasm, zod.');
    expect(text.match(/^zod \d+\.\d+\.\d+ \(MIT\)$/gm)).toHaveLength(1);
    // The engine's package contains no license text, so this one comes from `scripts/license-texts`.
    expect(text).toContain('Copyright 2021 DuckDB WASM Contributors');
    expect(text.match(/Permission is hereby granted, free of charge/g)).toHaveLength(3);
  });

  test('a package whose text is nowhere stops the build, or is named alone', () => {
    const report = { 'assets/a.js': { 'node_modules/stackback/index.js': 10 } };
    expect(() => licensesOf(report)).toThrow(/stackback comes without its licence/);
    expect(licensesOf(report, { areTextsRequired: false })).toMatch(/^stackback \S+ \(MIT\)$/m);
  });
});
