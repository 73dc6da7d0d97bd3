import {
  initialState,
  memoryStateStore,
  serviceStateSchema,
  type ServiceState,
  type ServiceStateStore,
} from './state';

const STORAGE_KEY = 'colonnade-demo-service';

/** Keeps the state in the browser's storage, for reloads and other tabs. If storage is refused, keeps it in memory. */
export function browserStateStore(): ServiceStateStore {
  const storage = usableStorage();
  return storage === null ? memoryStateStore() : storageStateStore(storage);
}

function storageStateStore(storage: Storage): ServiceStateStore {
  const listeners = new Set<() => void>();
  let text: string | null = null;
  let state = initialState();

  function read(): ServiceState {
    const stored = storage.getItem(STORAGE_KEY);
    if (stored !== null && stored !== text) {
      text = stored;
      state = parsedState(stored) ?? initialState();
    }
    return state;
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  globalThis.addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea === storage && key === STORAGE_KEY) notify();
  });

  return {
    read,
    write: (next) => {
      state = next;
      text = JSON.stringify(next);
      try {
        storage.setItem(STORAGE_KEY, text);
      } catch {
        // Storage is full, so this tab keeps its state in memory. Removes the stored text, so that `read` does not return old state.
        storage.removeItem(STORAGE_KEY);
      }
      notify();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function parsedState(text: string): ServiceState | null {
  try {
    return serviceStateSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function usableStorage(): Storage | null {
  try {
    const storage = globalThis.localStorage;
    const probe = `${STORAGE_KEY}-probe`;
    storage.setItem(probe, probe);
    storage.removeItem(probe);
    return storage;
  } catch {
    return null;
  }
}
