import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createDuckDB, NODE_RUNTIME, VoidLogger } from '@duckdb/duckdb-wasm/blocking';
import { instantiateBindings } from '@/features/workbench/rows-read/engine/instantiate-bindings';
import { EXTENSION_PREFIXES, withoutExports } from '@/features/workbench/rows-read/engine/wasm-exports';

type DuckDB = Awaited<ReturnType<typeof createDuckDB>>;

let loaded: Promise<DuckDB> | null = null;

/**
 * DuckDB in the process of a test, to be opened: the same one for all test files that share their modules, since it takes
 * a second to load. Reopening it discards its tables.
 */
export function duckDBInProcess(): Promise<DuckDB> {
  loaded ??= load();
  return loaded;
}

/** As the product loads it: the functions that are exported for extensions alone would take half of the time. */
async function load(): Promise<DuckDB> {
  const file = createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm');
  const bytes = new Uint8Array(await readFile(file));
  const module = await WebAssembly.compile(withoutExports(bytes, EXTENSION_PREFIXES));
  const nowhere = { mainModule: '', mainWorker: '' };
  const created = await createDuckDB({ mvp: nowhere, eh: nowhere }, new VoidLogger(), NODE_RUNTIME);
  await instantiateBindings(created, module, NODE_RUNTIME);
  return created;
}
