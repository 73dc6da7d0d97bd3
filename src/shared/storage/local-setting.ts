import type { ZodType } from 'zod';

/** A small setting of this browser, whoever is signed in. */
export interface LocalSetting<T> {
  /** Null where nothing readable is stored, or storage is refused. */
  readonly read: () => T | null;
  /** Where storing fails, the setting lasts as long as the page. */
  readonly write: (value: T) => void;
  /** Calls back when another tab may have changed it. Returns what stops it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The one way to remember a setting of this browser. `schema` is of what is read: storage may hold anything. */
export function localSetting<T>(storageKey: string, schema: ZodType<T>): LocalSetting<T> {
  return {
    read: () => {
      try {
        return schema.parse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
      } catch {
        return null;
      }
    },
    write: (value) => {
      try {
        localStorage.setItem(storageKey, JSON.stringify(value));
      } catch {
        // Full or refused.
      }
    },
    subscribe: (listener) => {
      const onStorage = (event: StorageEvent) => {
        // A null key: everything was cleared.
        if (event.key === storageKey || event.key === null) listener();
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}
