// Loaded into a process of the command before it (`node --import`), whose parent holds its engine: it begins to start when the
// command asks for it, says so, and is ready no sooner than the parent allows it.

const { instantiate } = WebAssembly;
const allowed = new Promise((resolve) => process.once('message', resolve));

WebAssembly.instantiate = async (/** @type {Parameters<typeof instantiate>} */ ...args) => {
  process.send?.('engine-starts');
  await allowed;
  return instantiate(...args);
};
