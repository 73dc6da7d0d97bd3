import { distinguishingParts, type DistinguishedRow } from './distinguishing-parts';
import type { KnownSnapshot } from './known-snapshot';

export type DescribableSnapshot = Pick<KnownSnapshot, 'priceColumn' | 'displayName' | 'search' | 'words'>;

/** The name of a snapshot in lists, and the description of its query. */
export interface DescribedSnapshot {
  readonly displayName: string;
  /** The parts of the description of the query; null where the query is not known. */
  readonly parts: readonly string[] | null;
}

/** Between the parts of a description. */
export const SEPARATOR = ' · ';

/** Returns a query in words, first the parts that are particular to it. */
export function wordsOf({ own, shared }: DistinguishedRow): string {
  return [...own, ...shared].join(SEPARATOR);
}

export interface ListedSnapshot {
  readonly snapshot: KnownSnapshot;
  readonly displayName: string;
  /** Null where the query is not known. */
  readonly query: DistinguishedRow | null;
  /** Whether only the second of its time distinguishes it from another row. */
  readonly needsSeconds: boolean;
}

/** Describes snapshots so that similar ones can be distinguished. */
export function listedSnapshots(
  snapshots: readonly KnownSnapshot[],
  describe: (snapshot: KnownSnapshot) => DescribedSnapshot,
): readonly ListedSnapshot[] {
  const described = snapshots.map((snapshot) => ({ snapshot, ...describe(snapshot) }));
  const queries = distinguishingParts(
    described.map(({ snapshot, parts }) => ({
      // A snapshot without a query has nothing that it could share.
      group: parts === null ? `unknown ${snapshot.cacheKey}` : snapshot.priceColumn,
      parts: parts ?? [],
    })),
  );
  const look = ({ snapshot, displayName, parts }: (typeof described)[number]) =>
    JSON.stringify([displayName, snapshot.name, parts, Math.floor(snapshot.takenAtMs / 60_000)]);
  const looks = described.map(look);
  return described.map((row, index) => ({
    snapshot: row.snapshot,
    displayName: row.displayName,
    query: row.parts === null ? null : (queries[index] ?? null),
    needsSeconds: looks.filter((other) => other === looks[index]).length > 1,
  }));
}
