// Node has no frames. A Vitest stub would end with its file, but an opened snapshot still reads ahead for a short time afterwards.
globalThis.requestAnimationFrame ??= (task) => {
  setTimeout(() => task(performance.now()));
  return 0;
};
