import type { ZodType } from 'zod';

/** A small setting of this browser, whoever is signed in. */
export interface LocalSetting<T> {
  /** Null where nothing readable is stored, or storage is refused. */
  readonly read: () => T | null;
  /** Where storing fails, the setting lasts as long as the page. */
  readonly write: (value: T) => void;
}

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
  };
}
