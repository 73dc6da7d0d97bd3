import * as z from 'zod';

/** A snapshot that this browser took, was sent, or was told of. Its rows are the service's; this is how to find them. */
export const knownSnapshotSchema = z.object({
  cacheKey: z.string().min(1),
  priceColumn: z.string().min(1),
  displayName: z.string(),
  rowCount: z.int().nonnegative(),
  /** By this computer's clock, as is the end. */
  takenAtMs: z.number(),
  expiresAtMs: z.number(),
  /** The query in words; null where it came without one. */
  words: z.string().nullable(),
  /** Search parameters of the workbench that show it. */
  search: z.record(z.string(), z.string()),
});
export type KnownSnapshot = z.output<typeof knownSnapshotSchema>;

/** How many are listed; a year of them would help nobody, they live for minutes. */
const MAX_KNOWN = 100;

/** The latest first, without those beyond the limit. */
export function listed(snapshots: readonly KnownSnapshot[]): readonly KnownSnapshot[] {
  return snapshots.toSorted((a, b) => b.takenAtMs - a.takenAtMs).slice(0, MAX_KNOWN);
}
