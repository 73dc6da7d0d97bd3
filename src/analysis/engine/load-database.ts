import {
  BROWSER_RUNTIME,
  createDuckDB,
  getPlatformFeatures,
  VoidLogger,
} from '@duckdb/duckdb-wasm/browser-blocking';
import moduleAddress from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
import { releaseChunks } from '@/lib/base/body-chunks';
import { EngineError } from './analysis-engine';
import { engineFile } from './engine-file';
import { engineFailure, openDatabase, type Database } from './database';
import { instantiateBindings } from './instantiate-bindings';

/** Loads the engine from this console's host, or takes its compiled module `kept`. Works only in workers. Rejects with EngineError. */
export async function loadDatabase(
  kept: WebAssembly.Module | null,
  onCompiled: (module: WebAssembly.Module) => void,
): Promise<Database> {
  const { wasmExceptions, bigInt64Array } = await getPlatformFeatures();
  if (!wasmExceptions || !bigInt64Array) throw unsupported('WebAssembly exceptions');
  // The module is loaded here, because the package would wait forever for one that cannot be loaded or is forbidden.
  const module = kept ?? (await compile(await engineFile()));
  if (kept === null) onCompiled(module);
  const address = { mainModule: moduleAddress, mainWorker: '' };
  const created: unknown = await createDuckDB(
    { mvp: address, eh: address },
    new VoidLogger(),
    BROWSER_RUNTIME,
  );
  const { bindings, memoryBytes } = await instantiateBindings(created, module, BROWSER_RUNTIME).catch(
    (error: unknown) => {
      throw new EngineError(engineFailure(error));
    },
  );
  return openDatabase(bindings, memoryBytes);
}

/** Compiles the file after it is loaded completely, because Chromium keeps three copies of its 27 MB while it compiles a stream. */
async function compile(response: Response): Promise<WebAssembly.Module> {
  try {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const module = await WebAssembly.compile(bytes);
    releaseChunks([bytes]);
    return module;
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) throw unsupported(error.message);
    throw new EngineError(error instanceof RangeError ? { kind: 'out-of-memory' } : { kind: 'not-loaded' });
  }
}

function unsupported(detail: string): EngineError {
  return new EngineError({ kind: 'unsupported', detail });
}
