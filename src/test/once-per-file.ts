/** How to forget each of the values below. */
const kept: (() => void)[] = [];

/** Returns the result of `create`, which is called when it is first asked for in a test file. Files that share their modules each get one of their own. */
export function oncePerFile<T>(create: () => T): () => T {
  let made: { readonly value: T } | null = null;
  kept.push(() => {
    made = null;
  });
  return () => (made ??= { value: create() }).value;
}

/** Called before each test file. */
export function beginFile(): void {
  for (const forget of kept) forget();
}
