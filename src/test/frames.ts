// In Node there are no frames to wait for. Not a stub that ends with its file: what a test has opened reads ahead for a moment after it.
globalThis.requestAnimationFrame ??= (task) => {
  setTimeout(() => task(performance.now()));
  return 0;
};
