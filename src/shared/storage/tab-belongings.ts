import type { ZodType } from 'zod';

/**
 * What this tab keeps of its person's work (drafts, for one). It survives a reload and dies with the tab; and it is
 * gone as soon as nobody, or somebody else, is signed in.
 */
export interface TabBelongings {
  /** Null for nothing, and where the browser refuses storage. */
  readonly read: (storageKey: string) => string | null;
  /** Keeps nothing while nobody is signed in, nor where the browser refuses storage or has no room left. */
  readonly write: (storageKey: string, text: string) => void;
  /**
   * Says whose the belongings are from now on; null: nobody's. Those of anybody else are deleted. For the session
   * alone to call: at the start of the page, and with every change of the person.
   */
  readonly claim: (owner: string | null) => void;
  /** Whether the work of this owner is here, from before the page was loaded. */
  readonly isHeldBy: (owner: string) => boolean;
}

/** Every key of a belonging begins so. The mark of the owner does not: it is no belonging. */
const PREFIX = 'colonnade.';
const OWNER_STORAGE_KEY = 'colonnade-owner';

/** `openStorage` may throw: browsers do that where storage is forbidden. */
export function createTabBelongings(openStorage: () => Storage): TabBelongings {
  let isOwned = false;

  function attempt<T>(work: (storage: Storage) => T): T | null {
    try {
      return work(openStorage());
    } catch {
      return null;
    }
  }

  return {
    read: (storageKey) => (isOwned ? attempt((storage) => storage.getItem(PREFIX + storageKey)) : null),
    write: (storageKey, text) => {
      // A screen may still want to save what was typed last, when its person has just been signed out.
      if (isOwned) attempt((storage) => storage.setItem(PREFIX + storageKey, text));
    },
    isHeldBy: (owner) => attempt((storage) => storage.getItem(OWNER_STORAGE_KEY)) === owner,
    claim: (owner) => {
      isOwned = owner !== null;
      attempt((storage) => {
        if (owner === null || storage.getItem(OWNER_STORAGE_KEY) !== owner) clear(storage);
        if (owner !== null) storage.setItem(OWNER_STORAGE_KEY, owner);
      });
    },
  };
}

function clear(storage: Storage): void {
  const storageKeys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const storageKey of storageKeys) {
    if (storageKey?.startsWith(PREFIX) === true) storage.removeItem(storageKey);
  }
  storage.removeItem(OWNER_STORAGE_KEY);
}

/** Of this tab. */
export const tabBelongings = createTabBelongings(() => sessionStorage);

/** What this tab keeps under a key, as JSON of the schema's shape; null for nothing, and for what cannot be read. */
export function readBelonging<T>(storageKey: string, schema: ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(tabBelongings.read(storageKey) ?? 'null'));
  } catch {
    return null;
  }
}
