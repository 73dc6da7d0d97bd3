// Node has no frames. This is not a Vitest stub, which would end with its file: an opened snapshot still reads ahead for a moment after it.
globalThis.requestAnimationFrame ??= (task) => {
  setTimeout(() => task(performance.now()));
  return 0;
};
