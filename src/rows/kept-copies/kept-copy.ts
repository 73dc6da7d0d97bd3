import * as z from 'zod';
import type { PriceColumn } from '@/contract/column';
import { storedPriceColumn } from '@/contract/price-columns.schema';

/** The version of a copy's file and of its record. A console reads only copies of its own version. */
export const COPY_FORMAT = 1;

/** A snapshot whose rows stay in this browser. This record describes them; the rows are in a file (`copy-file.ts`). */
export const keptCopySchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  formatVersion: z.int().positive(),
  name: z.string(),
  note: z.string().nullable(),
  /** The routine has kept the copy, and deletes it once newer rows are compared with each other. */
  isOfRoutine: z.boolean().optional(),
  displayName: z.string(),
  /** As the service sent it when the snapshot was taken (`PriceColumnRecord`). */
  priceColumn: z.record(z.string(), z.unknown()),
  cacheKey: z.string().min(1),
  /** By the service's clock. */
  createdAtMs: z.number(),
  /** By this computer's clock, as is `keptAtMs`. */
  takenAtMs: z.number(),
  keptAtMs: z.number(),
  /** Describes the query; null if the address did not contain it. */
  words: z.string().nullable(),
  search: z.record(z.string(), z.string()),
  /** Column names, in the order of the cells. */
  columns: z.array(z.string()).readonly(),
  rowCount: z.int().nonnegative(),
  /** The size of the file on disk, in bytes. */
  size: z.int().positive(),
  /** The digest of the rows, as in certificates. */
  digest: z.string(),
  /** For saving the file; without extension. */
  fileName: z.string().min(1),
});
export type KeptCopy = z.output<typeof keptCopySchema>;

export type NewCopy = Omit<KeptCopy, 'id' | 'formatVersion' | 'keptAtMs' | 'size'>;

export type CopyLabels = Pick<KeptCopy, 'id' | 'name' | 'note'>;

export const MAX_COPY_NAME_LENGTH = 80;
export const MAX_COPY_NOTE_LENGTH = 1_000;

/** Whether this console can read the rows. */
export function isReadable({ formatVersion }: Pick<KeptCopy, 'formatVersion'>): boolean {
  return formatVersion === COPY_FORMAT;
}

/** Returns the price column as it was; null if a record of another version has none. */
export function copiedPriceColumn({ priceColumn }: KeptCopy): PriceColumn | null {
  return storedPriceColumn(priceColumn);
}

const CACHE_KEY_PREFIX = 'copy:';

/** Returns the cache key that names a copy, in place of a snapshot, in an address. */
export function copyCacheKey(id: string): string {
  return CACHE_KEY_PREFIX + id;
}

/** Returns the id of the copy that a cache key names; null for a snapshot of the service. */
export function copyIdOf(cacheKey: string | null | undefined): string | null {
  return cacheKey?.startsWith(CACHE_KEY_PREFIX) === true ? cacheKey.slice(CACHE_KEY_PREFIX.length) : null;
}
