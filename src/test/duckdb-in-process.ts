import { createRequire } from 'node:module';
import { createDuckDB, NODE_RUNTIME, VoidLogger } from '@duckdb/duckdb-wasm/blocking';

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

async function load(): Promise<DuckDB> {
  const module = (name: string) =>
    createRequire(import.meta.url).resolve(`@duckdb/duckdb-wasm/dist/duckdb-${name}.wasm`);
  const bindings = await createDuckDB(
    { mvp: { mainModule: module('mvp'), mainWorker: '' }, eh: { mainModule: module('eh'), mainWorker: '' } },
    new VoidLogger(),
    NODE_RUNTIME,
  );
  await bindings.instantiate();
  return bindings;
}
