import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { DuckDBBindings } from '@duckdb/duckdb-wasm/blocking';
import { compileEngine, loadEngine } from '@/command/engine/start-engine';

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
      // A promise asks for `then`.
      else if (current !== own && name !== 'then')
        throw new Error('The engine was opened for something else since.');
      return Reflect.get(target, name, receiver);
    },
  });
  return own;
}

async function load(): Promise<DuckDBBindings> {
  const file = createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm');
  const { bindings } = await loadEngine(await compileEngine(new Uint8Array(await readFile(file))));
  // The engine's types name the part of it that the product uses.
  return bindings as DuckDBBindings;
}
