import {
  BROWSER_RUNTIME,
  createDuckDB,
  getPlatformFeatures,
  VoidLogger,
} from '@duckdb/duckdb-wasm/browser-blocking';
import moduleAddress from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
import { releaseChunks } from '@/shared/http/body-chunks';
import { EngineError } from './analysis-engine';
import { engineFile } from './engine-file';
import { engineFailure, openDatabase, type Bindings, type Database } from './database';
import { EXTENSION_PREFIXES, withoutExports } from './wasm-exports';

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

/** Loads the engine from our own host. Rejects with EngineError. For workers: the engine blocks its thread. */
export async function loadDatabase(): Promise<Database> {
  const { wasmExceptions, bigInt64Array } = await getPlatformFeatures();
  if (!wasmExceptions || !bigInt64Array) throw unsupported('WebAssembly exceptions');
  // Loaded here: the package itself would wait forever for a module that cannot be loaded or is forbidden.
  const module = await compile(await engineFile());
  const address = { mainModule: moduleAddress, mainWorker: '' };
  const created: unknown = await createDuckDB(
    { mvp: address, eh: address },
    new VoidLogger(),
    BROWSER_RUNTIME,
  );
  const bindings = created as LoadedBindings;
  try {
    await new Promise<unknown>((resolve, reject) => {
      bindings.instantiateWasm = (imports, onSuccess) => {
        // The module's imports look for it there.
        Object.assign(globalThis, { DUCKDB_RUNTIME: BROWSER_RUNTIME });
        WebAssembly.instantiate(module, imports).then((instance) => onSuccess(instance, module), reject);
        return {};
      };
      bindings.instantiate().then(resolve, reject);
    });
  } catch (error) {
    throw new EngineError(engineFailure(error));
  }
  return openDatabase(bindings, () => bindings.mod.HEAPU8.byteLength);
}

/**
 * Compiles it once all of it is there: compiled while it arrives, Chromium keeps three copies of its 34 MB. The functions that
 * are exported for extensions alone, 70,000 of them, would take 70 MB and half of the time until the engine is there.
 */
async function compile(response: Response): Promise<WebAssembly.Module> {
  try {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const module = await WebAssembly.compile(withoutExports(bytes, EXTENSION_PREFIXES));
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
