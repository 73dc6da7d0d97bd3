import type { ZodType } from 'zod';

/** A tab's session storage for an account's work. Survives a reload; cleared when another account, or nobody, is signed in. */
export interface TabBelongings {
  /** Null if nothing is stored, or if the browser denies storage. */
  readonly read: (storageKey: string) => string | null;
  /** Does nothing while nobody is signed in, or if storage is denied or full. */
  readonly write: (storageKey: string, text: string) => void;
  /** Sets the owner, or none, and deletes what belongs to others. Called only by the session, on start and when the person changes. */
  readonly claim: (account: string | null) => void;
  /** Whether the tab has work of this account from before the page load. */
  readonly isHeldBy: (account: string) => boolean;
}

/** Prefix of all keys except the account's mark. */
const PREFIX = 'colonnade.';
const ACCOUNT_STORAGE_KEY = 'colonnade-owner';

/** `openStorage` may throw, as browsers do if storage is denied. */
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
      // A screen may still save its last input when its account has just been signed out.
      if (isOwned) attempt((storage) => storage.setItem(PREFIX + storageKey, text));
    },
    isHeldBy: (account) => attempt((storage) => storage.getItem(ACCOUNT_STORAGE_KEY)) === account,
    claim: (account) => {
      isOwned = account !== null;
      attempt((storage) => {
        if (account === null || storage.getItem(ACCOUNT_STORAGE_KEY) !== account) clear(storage);
        if (account !== null) storage.setItem(ACCOUNT_STORAGE_KEY, account);
      });
    },
  };
}

function clear(storage: Storage): void {
  const storageKeys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const storageKey of storageKeys) {
    if (storageKey?.startsWith(PREFIX) === true) storage.removeItem(storageKey);
  }
  storage.removeItem(ACCOUNT_STORAGE_KEY);
}

export const tabBelongings = createTabBelongings(() => sessionStorage);

/** Reads JSON that matches the schema; null if nothing readable is stored. */
export function readBelonging<T>(storageKey: string, schema: ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(tabBelongings.read(storageKey) ?? 'null'));
  } catch {
    return null;
  }
}
