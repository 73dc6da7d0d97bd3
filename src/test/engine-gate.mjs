// Loaded into a process of the command before it (`node --import`), whose parent holds its engine: it begins to start when the
// command asks for it, says so, and is ready no sooner than the parent allows it.

const { instantiate } = WebAssembly;
const allowed = new Promise((resolve) => process.once('message', resolve));

const held = async (
  /** @type {WebAssembly.Module} */ module,
  /** @type {WebAssembly.Imports | undefined} */ imports,
) => {
  process.send?.('engine-starts');
  await allowed;
  return instantiate(module, imports);
};
// Of its two forms, the engine uses that of a module which is compiled.
WebAssembly.instantiate = /** @type {typeof instantiate} */ (/** @type {unknown} */ (held));
