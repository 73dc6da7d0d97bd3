import * as z from 'zod';
import type { PriceColumn } from '@/contract/column';
import type { Dialect } from '@/contract/dialect';
import { snapshotTraitsSchema } from '@/contract/extraction.schema';
import { storedPriceColumn } from '@/contract/price-columns.schema';

/** The version of a copy's file and record. A console can read only copies of its own version. */
export const COPY_FORMAT = 1;

/** A kept copy: a snapshot whose rows stay in this browser. This record describes it. Its rows are in a file (`copy-file.ts`). */
export const keptCopySchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  formatVersion: z.int().positive(),
  name: z.string(),
  note: z.string().nullable(),
  /** Whether the routine (saved views that run one after another) has kept the copy. It deletes the copy when it no longer needs it. */
  isOfRoutine: z.boolean().optional(),
  displayName: z.string(),
  /** The price column as the service sent it when the snapshot was taken (`PriceColumnRecord`). */
  priceColumn: z.record(z.string(), z.unknown()),
  cacheKey: z.string().min(1),
  /** The time of the snapshot according to the service's clock. */
  createdAtMs: z.number(),
  /** How the snapshot differed from those of the contract. */
  traits: snapshotTraitsSchema.nullable().default(null),
  /** The time of the snapshot according to this computer's clock, which also determines `keptAtMs`. */
  takenAtMs: z.number(),
  keptAtMs: z.number(),
  /** A description of the query. Null if the address did not contain the query. */
  words: z.string().nullable(),
  search: z.record(z.string(), z.string()),
  /** The column names in the order of the cells. */
  columns: z.array(z.string()).readonly(),
  rowCount: z.int().nonnegative(),
  /** The size of the file on disk, in bytes. */
  size: z.int().positive(),
  /** The digest of the rows, computed as in certificates. */
  digest: z.string(),
  /** The name for saving the file, without an extension. */
  fileName: z.string().min(1),
});
export type KeptCopy = z.output<typeof keptCopySchema>;

export type NewCopy = Omit<KeptCopy, 'id' | 'formatVersion' | 'keptAtMs' | 'size'>;

export type CopyLabels = Pick<KeptCopy, 'id' | 'name' | 'note'>;

export const MAX_COPY_NAME_LENGTH = 80;
export const MAX_COPY_NOTE_LENGTH = 1_000;

/** Whether this version of the console can read the copy's rows. */
export function isReadable({ formatVersion }: Pick<KeptCopy, 'formatVersion'>): boolean {
  return formatVersion === COPY_FORMAT;
}

/** Returns the price column as it was, for a service of a dialect; null if a record of another version has none. */
export function copiedPriceColumn(
  { priceColumn }: Pick<KeptCopy, 'priceColumn'>,
  dialect: Dialect | null | undefined,
): PriceColumn | null {
  return storedPriceColumn(priceColumn, dialect);
}

const CACHE_KEY_PREFIX = 'copy:';

/** Returns the cache key for a copy. In an address, it takes the place of a snapshot's cache key. */
export function copyCacheKey(id: string): string {
  return CACHE_KEY_PREFIX + id;
}

/** Returns the id of the copy that a cache key names. Returns null if the key belongs to a snapshot of the service. */
export function copyIdOf(cacheKey: string | null | undefined): string | null {
  return cacheKey?.startsWith(CACHE_KEY_PREFIX) === true ? cacheKey.slice(CACHE_KEY_PREFIX.length) : null;
}
