import { createDuckDB, NODE_RUNTIME, VoidLogger } from '@duckdb/duckdb-wasm/blocking';
import type { EngineWorker } from '@/features/workbench/rows-read/engine/create-engine-connection';
import { openDatabase, type Bindings, type Database } from '@/features/workbench/rows-read/engine/database';
import type { EngineReply } from '@/features/workbench/rows-read/engine/engine-messages';
import { serveEngine } from '@/features/workbench/rows-read/engine/serve-engine';
import { EXTENSION_PREFIXES, withoutExports } from '@/features/workbench/rows-read/engine/wasm-exports';

/** Reads the engine's WebAssembly module. */
export type ReadModule = () => Promise<Uint8Array<ArrayBuffer>>;

/** The package's engine, with what its types leave out or keep to themselves. */
interface LoadedBindings extends Bindings {
  readonly instantiate: () => Promise<unknown>;
  readonly mod: { readonly HEAPU8: Uint8Array };
  /** Called while it is instantiated. */
  instantiateWasm: (
    imports: WebAssembly.Imports,
    onSuccess: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
}

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
  const bindings = created as LoadedBindings;
  await new Promise<unknown>((resolve, reject) => {
    bindings.instantiateWasm = (imports, onSuccess) => {
      // The module's imports look for it there.
      Object.assign(globalThis, { DUCKDB_RUNTIME: NODE_RUNTIME });
      WebAssembly.instantiate(module, imports).then((instance) => onSuccess(instance, module), reject);
      return {};
    };
    bindings.instantiate().then(resolve, reject);
  });
  return openDatabase(bindings, () => bindings.mod.HEAPU8.byteLength);
}
