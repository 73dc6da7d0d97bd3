// `node --import` loads this module into a process of the command, so that the parent process can hold back the engine. The module reports
// to the parent when the engine begins to start, and waits for permission to finish. The parent can also cause an error.

const { instantiate } = WebAssembly;
/** @type {(value?: unknown) => void} */
let allow = () => undefined;
const allowed = new Promise((resolve) => {
  allow = resolve;
});

process.on('message', (message) => {
  if (message === 'go') allow();
  else if (message === 'throw') throw new TypeError('planted');
  else void Promise.reject(new TypeError('planted'));
});

const held = async (
  /** @type {WebAssembly.Module} */ module,
  /** @type {WebAssembly.Imports | undefined} */ imports,
) => {
  process.send?.('engine-starts');
  await allowed;
  const instance = await instantiate(module, imports);
  process.send?.('engine-is-ready');
  return instance;
};
// `instantiate` has two overloads; the engine uses the one for a compiled module.
WebAssembly.instantiate = /** @type {typeof instantiate} */ (/** @type {unknown} */ (held));
