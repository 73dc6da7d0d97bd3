import * as z from 'zod';

/**
 * When somebody last used the console in any tab of this browser, by the computer's clock. It outlives the browser, so
 * that a session which was left alone is not gone on with the next day.
 */
export interface LastUse {
  /** Null where nothing is known of this session. */
  readonly read: (sessionId: string) => number | null;
  readonly write: (sessionId: string, atMs: number) => void;
  readonly clear: () => void;
}

const STORAGE_KEY = 'colonnade-last-use';

const lastUseSchema = z.object({ sessionId: z.string(), atMs: z.number() });

/** In local storage, which all tabs see at once. `openStorage` may throw: then each tab knows its own use alone. */
export function createLastUse(openStorage: () => Storage): LastUse {
  const attempt = <T>(work: (storage: Storage) => T): T | null => {
    try {
      return work(openStorage());
    } catch {
      return null;
    }
  };
  return {
    read: (sessionId) =>
      attempt((storage) => {
        const stored = lastUseSchema.parse(JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null'));
        return stored.sessionId === sessionId ? stored.atMs : null;
      }),
    write: (sessionId, atMs) =>
      void attempt((storage) => storage.setItem(STORAGE_KEY, JSON.stringify({ sessionId, atMs }))),
    clear: () => void attempt((storage) => storage.removeItem(STORAGE_KEY)),
  };
}
