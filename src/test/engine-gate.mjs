// Loaded into a process of the command before it (`node --import`), whose parent holds its engine: it begins to start when the
// command asks for it, says so, and is ready no sooner than the parent allows it. The parent can also let an error happen there.

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
// Of its two forms, the engine uses that of a module which is compiled.
WebAssembly.instantiate = /** @type {typeof instantiate} */ (/** @type {unknown} */ (held));
