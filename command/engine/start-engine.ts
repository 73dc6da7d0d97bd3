import { createDuckDB, NODE_RUNTIME, VoidLogger } from '@duckdb/duckdb-wasm/blocking';
import type { EngineWorker } from '@/analysis/engine/create-engine-connection';
import { openDatabase, type Database } from '@/analysis/engine/database';
import type { EngineReply } from '@/analysis/engine/engine-messages';
import { instantiateBindings } from '@/analysis/engine/instantiate-bindings';
import { serveEngine } from '@/analysis/engine/serve-engine';

export type ReadModule = () => Promise<Uint8Array<ArrayBuffer>>;

/** Returns a function that starts the console's engine on the main thread, because the command has no screen to keep responsive. */
export function engineStarter(readModule: ReadModule): () => EngineWorker {
  let module: Promise<WebAssembly.Module> | null = null;
  // Engines share one compiled module, so a later engine has the functions that V8 has optimized for an earlier one.
  const compiledModule = () => (module ??= readModule().then((bytes) => WebAssembly.compile(bytes)));
  return () =>
    startEngine(async () => {
      const { bindings, memoryBytes } = await loadEngine(await compiledModule());
      return openDatabase(bindings, memoryBytes);
    });
}

/** Starts an engine with a separate database. */
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

/** Loads DuckDB from its WebAssembly module. The database must still be opened. */
export async function loadEngine(module: WebAssembly.Module) {
  // DuckDB would load the module from a file of its package. The empty names are never used, because the module is passed in.
  const nowhere = { mainModule: '', mainWorker: '' };
  const created: unknown = await createDuckDB({ mvp: nowhere, eh: nowhere }, new VoidLogger(), NODE_RUNTIME);
  return instantiateBindings(created, module, NODE_RUNTIME);
}
