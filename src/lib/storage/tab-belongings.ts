import type { ZodType } from 'zod';

/** An account's data in the session storage of a tab. It survives a reload and is cleared when another account or none is signed in. */
export interface TabBelongings {
  /** Returns null if nothing is stored or the browser denies storage. */
  readonly read: (storageKey: string) => string | null;
  /** Does nothing while no account is signed in, or if storage is denied or full. */
  readonly write: (storageKey: string, text: string) => void;
  /** Sets the owner (or none) and deletes the data of others. Only the session calls this, at the start and when the account changes. */
  readonly claim: (account: string | null) => void;
  /** Whether the tab has data of this account from before the page was loaded. */
  readonly isHeldBy: (account: string) => boolean;
}

/** The prefix of all keys except the key that stores the account. */
const PREFIX = 'colonnade.';
const ACCOUNT_STORAGE_KEY = 'colonnade-owner';

/** `openStorage` may throw, as browsers do if they deny storage. */
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
      // A screen may still save its last input after its account was signed out. That input is dropped.
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

/** Reads JSON that matches the schema. Returns null if nothing valid is stored. */
export function readBelonging<T>(storageKey: string, schema: ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(tabBelongings.read(storageKey) ?? 'null'));
  } catch {
    return null;
  }
}
