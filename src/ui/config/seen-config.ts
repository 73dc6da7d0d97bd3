import * as z from 'zod';
import { storedValue, type StoredValue } from '../../lib/base/local-setting';
import { basePath } from './base-path';

const seenSchema = z.object({
  /** Since when the file has been missing; null if it was there at the last load. */
  missingSinceMs: z.number().nullable(),
});

/** What this browser remembers of an installation's `config.json`. */
export type SeenConfig = StoredValue<z.output<typeof seenSchema>>;

/** The value reads as null where the browser refuses to store anything. */
export function createSeenConfig(storage?: Storage): SeenConfig {
  return storedValue(() => storage ?? localStorage, `colonnade.config.${basePath}`, seenSchema);
}
