import { createDuckDB, NODE_RUNTIME, VoidLogger } from '@duckdb/duckdb-wasm/blocking';
import type { EngineWorker } from '@/features/workbench/rows-read/engine/create-engine-connection';
import { openDatabase, type Database } from '@/features/workbench/rows-read/engine/database';
import type { EngineReply } from '@/features/workbench/rows-read/engine/engine-messages';
import { instantiateBindings } from '@/features/workbench/rows-read/engine/instantiate-bindings';
import { serveEngine } from '@/features/workbench/rows-read/engine/serve-engine';

export type ReadModule = () => Promise<Uint8Array<ArrayBuffer>>;

/** Returns what starts the console's engine in this process: nobody waits for its thread. */
export function engineStarter(readModule: ReadModule): () => EngineWorker {
  let module: Promise<WebAssembly.Module> | null = null;
  // An engine that is started after another has its functions, which the process has made faster while they ran.
  const compiledModule = () => (module ??= readModule().then((bytes) => WebAssembly.compile(bytes)));
  return () =>
    startEngine(async () => {
      const { bindings, memoryBytes } = await loadEngine(await compiledModule());
      return openDatabase(bindings, memoryBytes);
    });
}

/** Starts an engine on a database of its own. */
export function startEngine(openOwn: () => Promise<Database>): EngineWorker {
  let onReply: (reply: EngineReply) => void = () => undefined;
  let isOver = false;
  const receive = serveEngine({
    openDatabase: openOwn,
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

/** Loads DuckDB from its module, to be opened. */
export async function loadEngine(module: WebAssembly.Module) {
  // Its own way to the module is a file of the package.
  const nowhere = { mainModule: '', mainWorker: '' };
  const created: unknown = await createDuckDB({ mvp: nowhere, eh: nowhere }, new VoidLogger(), NODE_RUNTIME);
  return instantiateBindings(created, module, NODE_RUNTIME);
}
