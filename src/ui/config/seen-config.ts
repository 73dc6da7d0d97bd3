import * as z from 'zod';
import { storedValue, type StoredValue } from '../../lib/base/local-setting';
import { basePath } from './base-path';

const seenSchema = z.object({
  /** Since when the file is missing; null: it was there at the last load. */
  missingSinceMs: z.number().nullable(),
});

/** What this browser knows of an installation's `config.json` that it has seen. */
export type SeenConfig = StoredValue<z.output<typeof seenSchema>>;

/** Null where the browser refuses to store anything. */
export function createSeenConfig(storage?: Storage): SeenConfig {
  return storedValue(() => storage ?? localStorage, `colonnade.config.${basePath}`, seenSchema);
}
