/** Functions that discard the values created by `oncePerFile`. */
const kept: (() => void)[] = [];

/** Returns a function that calls `create` once per test file, on first use. Files that share their modules get separate values. */
export function oncePerFile<T>(create: () => T): () => T {
  let made: { readonly value: T } | null = null;
  kept.push(() => {
    made = null;
  });
  return () => (made ??= { value: create() }).value;
}

/** Discards the values of the previous file. This is called before each test file. */
export function beginFile(): void {
  for (const forget of kept) forget();
}
