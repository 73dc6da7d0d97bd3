import { createDuckDB, NODE_RUNTIME, VoidLogger } from '@duckdb/duckdb-wasm/blocking';
import type { EngineWorker } from '@/features/workbench/rows-read/engine/create-engine-connection';
import { openDatabase, type Database } from '@/features/workbench/rows-read/engine/database';
import type { EngineReply } from '@/features/workbench/rows-read/engine/engine-messages';
import { instantiateBindings } from '@/features/workbench/rows-read/engine/instantiate-bindings';
import { serveEngine } from '@/features/workbench/rows-read/engine/serve-engine';
import { EXTENSION_PREFIXES, withoutExports } from '@/features/workbench/rows-read/engine/wasm-exports';

/** Reads the engine's WebAssembly module. */
export type ReadModule = () => Promise<Uint8Array<ArrayBuffer>>;

/** Starts the console's engine in this process: nobody waits for its thread. */
export function startEngine(readModule: ReadModule): EngineWorker {
  let onReply: (reply: EngineReply) => void = () => undefined;
  let isOver = false;
  const receive = serveEngine({
    openDatabase: () => loadDatabase(readModule),
    report: (reply) => {
      if (!isOver) onReply(reply);
    },
    receiveMessages: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return {
    send: (message) => void setImmediate(() => receive(message)),
    listen: (listener) => {
      onReply = listener;
    },
    terminate: () => {
      isOver = true;
    },
  };
}

/** An engine that is started after another has its functions, which the process has made faster while they ran. */
const modules = new WeakMap<ReadModule, Promise<WebAssembly.Module>>();

function compiledModule(readModule: ReadModule): Promise<WebAssembly.Module> {
  const known = modules.get(readModule);
  if (known !== undefined) return known;
  const module = readModule().then((bytes) => WebAssembly.compile(withoutExports(bytes, EXTENSION_PREFIXES)));
  modules.set(readModule, module);
  return module;
}

async function loadDatabase(readModule: ReadModule): Promise<Database> {
  const module = await compiledModule(readModule);
  // Its own way to the module is a file of the package.
  const nowhere = { mainModule: '', mainWorker: '' };
  const created: unknown = await createDuckDB({ mvp: nowhere, eh: nowhere }, new VoidLogger(), NODE_RUNTIME);
  const { bindings, memoryBytes } = await instantiateBindings(created, module, NODE_RUNTIME);
  return openDatabase(bindings, memoryBytes);
}
