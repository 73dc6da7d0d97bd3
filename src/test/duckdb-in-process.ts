import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { DuckDBBindings } from '@duckdb/duckdb-wasm/blocking';
import { compileEngine, loadEngine } from '@/command/engine/start-engine';

let loaded: Promise<DuckDBBindings> | null = null;

/**
 * DuckDB in the process of a test, to be opened: the same one for all test files that share their modules, since it takes
 * a second to load. Reopening it discards its tables.
 */
export function duckDBInProcess(): Promise<DuckDBBindings> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<DuckDBBindings> {
  const file = createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm');
  const { bindings } = await loadEngine(await compileEngine(new Uint8Array(await readFile(file))));
  // The engine's types name the part of it that the product uses.
  return bindings as DuckDBBindings;
}
