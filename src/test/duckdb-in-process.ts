import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { DuckDBBindings } from '@duckdb/duckdb-wasm/blocking';
import { loadEngine } from '../../command/engine/start-engine';
import { EXTENSION_PREFIXES, withoutExports } from '../../scripts/wasm-exports.mjs';

let loaded: Promise<DuckDBBindings> | null = null;
/** The bindings that opened the current database. */
let current: DuckDBBindings | null = null;

/**
 * DuckDB in the process of a test, to be opened. Test files that share their modules share one, because it takes a second to
 * load. Opening it discards the tables of the file that opened it before, and calls from that file throw from then on: the
 * engine would continue with connections that have been freed, and break for every file after it.
 */
export async function duckDBInProcess(): Promise<DuckDBBindings> {
  const shared = await (loaded ??= load());
  const own: DuckDBBindings = new Proxy(shared, {
    get(target, name, receiver) {
      if (name === 'open') current = own;
      // Resolving a promise with the object reads `then`.
      else if (current !== own && name !== 'then')
        throw new Error('The engine was opened for something else since.');
      return Reflect.get(target, name, receiver);
    },
  });
  return own;
}

async function load(): Promise<DuckDBBindings> {
  // Not by the build's own copy: a simulated document does not tell scripts where they are.
  const file = createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm');
  const bytes = withoutExports(new Uint8Array(await readFile(file)), EXTENSION_PREFIXES);
  const module = await WebAssembly.compile(bytes);
  const { bindings } = await loadEngine(module);
  // The type only declares the members that the product uses.
  return bindings as DuckDBBindings;
}
