/**
 * Says, beside the vault, that somebody has signed out: whatever session is still stored must not be restored. It holds
 * until what was stored is deleted or replaced, so it is seen only where deleting failed or never came to an end.
 */
export interface SignOutMark {
  readonly isSet: () => boolean;
  readonly set: () => void;
  readonly clear: () => void;
}

const STORAGE_KEY = 'colonnade-signed-out';

/** In local storage, which works where IndexedDB hangs or fails. `openStorage` may throw: then there is no mark. */
export function createSignOutMark(openStorage: () => Storage): SignOutMark {
  const attempt = <T>(work: (storage: Storage) => T): T | null => {
    try {
      return work(openStorage());
    } catch {
      return null;
    }
  };
  return {
    isSet: () => attempt((storage) => storage.getItem(STORAGE_KEY)) !== null,
    set: () => void attempt((storage) => storage.setItem(STORAGE_KEY, 'true')),
    clear: () => void attempt((storage) => storage.removeItem(STORAGE_KEY)),
  };
}
