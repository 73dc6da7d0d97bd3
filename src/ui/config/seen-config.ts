import * as z from 'zod';
import { storedValue, type StoredValue } from '../../lib/base/local-setting';
import { basePath } from './base-path';

const seenSchema = z.object({
  /** The time of the first load that found no file, in ms since 1970; null if the last load found it. */
  missingSinceMs: z.number().nullable(),
});

/** What this browser remembers about an installation's `config.json`. */
export type SeenConfig = StoredValue<z.output<typeof seenSchema>>;

/** Creates the stored value. It reads as null if the browser refuses to store anything. */
export function createSeenConfig(storage?: Storage): SeenConfig {
  return storedValue(() => storage ?? localStorage, `colonnade.config.${basePath}`, seenSchema);
}
