import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);

// If this test fails after an upgrade, instantiate-bindings.ts no longer replaces what the package calls, and no engine starts.
test.each(['duckdb-browser-blocking.mjs', 'duckdb-node-blocking.cjs'])(
  '%s has the internals that are replaced for a module that is compiled already',
  (file) => {
    const folder = require.resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm').replace('duckdb-eh.wasm', '');
    const script = readFileSync(`${folder}${file}`, 'utf8');
    // The package calls `instantiateWasm` for its module, whose imports then expect `DUCKDB_RUNTIME`.
    expect(script).toContain('instantiateWasm:this.instantiateWasm.bind(this)');
    expect(script).toContain('globalThis.DUCKDB_RUNTIME=');
    // `instantiate` starts the module, and `mod` gives access to its memory.
    expect(script).toMatch(/\basync instantiate\(/);
    expect(script).toMatch(/\bget mod\(\)/);
  },
);
