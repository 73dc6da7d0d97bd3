import type { ZodType } from 'zod';

/** A value in a browser storage. The storage may be full, may deny access, or may contain a value of any form. */
export interface StoredValue<T> {
  /** Returns null if nothing valid is stored or the browser denies access to the storage. */
  readonly read: () => T | null;
  /** Does nothing if the browser cannot store the value. */
  readonly write: (value: T) => void;
  readonly clear: () => void;
}

/** A small setting of this browser, independent of the account. */
export interface LocalSetting<T> extends StoredValue<T> {
  /** Calls back when another tab may have changed the setting. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Stores a value as JSON. `schema` validates what is read. `openStorage` may throw: some browsers deny access to storage. */
export function storedValue<T>(
  openStorage: () => Storage,
  storageKey: string,
  schema: ZodType<T>,
): StoredValue<T> {
  const attempt = <R>(work: (storage: Storage) => R): R | null => {
    try {
      return work(openStorage());
    } catch {
      return null;
    }
  };
  return {
    read: () => attempt((storage) => schema.parse(JSON.parse(storage.getItem(storageKey) ?? 'null'))),
    write: (value) => void attempt((storage) => storage.setItem(storageKey, JSON.stringify(value))),
    clear: () => void attempt((storage) => storage.removeItem(storageKey)),
  };
}

/** Stores a setting in local storage, which all tabs share. */
export function localSetting<T>(storageKey: string, schema: ZodType<T>): LocalSetting<T> {
  return {
    ...storedValue(() => localStorage, storageKey, schema),
    subscribe: (listener) => {
      const onStorage = (event: StorageEvent) => {
        // A null key means that the whole storage was cleared.
        if (event.key === storageKey || event.key === null) listener();
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}
