import type { Bindings } from './database';

/** The package's bindings of the engine, with members that its types omit or declare private. */
interface LoadedBindings extends Bindings {
  readonly instantiate: () => Promise<unknown>;
  readonly mod: { readonly HEAPU8: Uint8Array };
  /** The package calls this function while it is instantiated. */
  instantiateWasm: (
    imports: WebAssembly.Imports,
    onSuccess: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
}

/** Instantiates the engine from a compiled module, because the package accepts only an address or a file. Rejects if that fails. */
export async function instantiateBindings(
  created: unknown,
  module: WebAssembly.Module,
  runtime: object,
): Promise<{ readonly bindings: Bindings; readonly memoryBytes: () => number }> {
  const bindings = created as LoadedBindings;
  await new Promise<unknown>((resolve, reject) => {
    bindings.instantiateWasm = (imports, onSuccess) => {
      // The module's imports expect the runtime in this global variable.
      Object.assign(globalThis, { DUCKDB_RUNTIME: runtime });
      WebAssembly.instantiate(module, imports).then((instance) => onSuccess(instance, module), reject);
      return {};
    };
    bindings.instantiate().then(resolve, reject);
  });
  return { bindings, memoryBytes: () => bindings.mod.HEAPU8.byteLength };
}
