/** Creates a tab's storage in memory. A test passes the same items again to simulate a reload. */
export function createFakeStorage(items = new Map<string, string>()): Storage {
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (storageKey) => items.get(storageKey) ?? null,
    setItem: (storageKey, text) => {
      items.set(storageKey, text);
    },
    removeItem: (storageKey) => {
      items.delete(storageKey);
    },
    clear: () => items.clear(),
  };
}
