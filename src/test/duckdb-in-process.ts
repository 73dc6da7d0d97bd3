import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { DuckDBBindings } from '@duckdb/duckdb-wasm/blocking';
import { loadEngine } from '../../command/engine/start-engine';
import { EXTENSION_PREFIXES, withoutExports } from '../../scripts/wasm-exports.mjs';

let loaded: Promise<DuckDBBindings> | null = null;
/** The bindings that opened the current database. */
let current: DuckDBBindings | null = null;

/**
 * Returns DuckDB in the process of a test, ready to be opened. Test files that share their modules share one instance, because it takes a
 * second to load. Opening it discards the tables of the file that opened it before. Calls from that file then throw, because the engine
 * would continue with freed connections and break for every later file.
 */
export async function duckDBInProcess(): Promise<DuckDBBindings> {
  const shared = await (loaded ??= load());
  const own: DuckDBBindings = new Proxy(shared, {
    get(target, name, receiver) {
      if (name === 'open') current = own;
      // Resolving a promise with the object reads `then`, which must not throw.
      else if (current !== own && name !== 'then')
        throw new Error('The engine was opened for something else since.');
      return Reflect.get(target, name, receiver);
    },
  });
  return own;
}

async function load(): Promise<DuckDBBindings> {
  // The package's file is used instead of the build's copy, because scripts in a simulated document do not know their own address.
  const file = createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm');
  const bytes = withoutExports(new Uint8Array(await readFile(file)), EXTENSION_PREFIXES);
  const module = await WebAssembly.compile(bytes);
  const { bindings } = await loadEngine(module);
  // The type only declares the members that the product uses.
  return bindings as DuckDBBindings;
}
