import * as z from 'zod';
import type { PriceColumn } from '@/contract/column';
import { storedPriceColumn } from '@/contract/price-columns.schema';

/** The version of a copy's file and of what is read of it. A console reads copies of its own version alone. */
export const COPY_FORMAT = 1;

/** A snapshot whose rows stay in this browser. This record describes them; the rows are in a file (`copy-file.ts`). */
export const keptCopySchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  formatVersion: z.int().positive(),
  name: z.string(),
  note: z.string().nullable(),
  /** The routine keeps it, and deletes it once newer rows are compared with each other. */
  isOfRoutine: z.boolean().optional(),
  /** The display name of the price column. */
  displayName: z.string(),
  /** As the service sent it when the snapshot was taken (`PriceColumnRecord`). */
  priceColumn: z.record(z.string(), z.unknown()),
  /** The key that the service gave the snapshot. */
  cacheKey: z.string().min(1),
  /** By the service's clock. */
  createdAtMs: z.number(),
  /** By this computer's clock, as is `keptAtMs`. */
  takenAtMs: z.number(),
  keptAtMs: z.number(),
  /** Describes the query; null where the address did not contain it. */
  words: z.string().nullable(),
  /** The workbench's search parameters of the query. */
  search: z.record(z.string(), z.string()),
  /** The names of the columns, in the order of the cells. */
  columns: z.array(z.string()).readonly(),
  rowCount: z.int().nonnegative(),
  /** The size of the file on disk, in bytes. */
  size: z.int().positive(),
  /** The digest of the rows, as in certificates. */
  digest: z.string(),
  /** The name of the file when it is saved, without its extension. */
  fileName: z.string().min(1),
});
export type KeptCopy = z.output<typeof keptCopySchema>;

/** The description of a copy before its file is written. */
export type NewCopy = Omit<KeptCopy, 'id' | 'formatVersion' | 'keptAtMs' | 'size'>;

export type CopyLabels = Pick<KeptCopy, 'id' | 'name' | 'note'>;

export const MAX_COPY_NAME_LENGTH = 80;
export const MAX_COPY_NOTE_LENGTH = 1_000;

/** Whether this console can read the rows. */
export function isReadable({ formatVersion }: Pick<KeptCopy, 'formatVersion'>): boolean {
  return formatVersion === COPY_FORMAT;
}

/** Returns the price column with its columns as they were; null if a record of another version has none. */
export function copiedPriceColumn({ priceColumn }: KeptCopy): PriceColumn | null {
  return storedPriceColumn(priceColumn);
}

const CACHE_KEY_PREFIX = 'copy:';

/** Returns the cache key by which an address names a copy in place of a snapshot. */
export function copyCacheKey(id: string): string {
  return CACHE_KEY_PREFIX + id;
}

/** Returns the id of the copy that a cache key names; null for a snapshot of the service. */
export function copyIdOf(cacheKey: string | null | undefined): string | null {
  return cacheKey?.startsWith(CACHE_KEY_PREFIX) === true ? cacheKey.slice(CACHE_KEY_PREFIX.length) : null;
}
