import { distinguishingParts, type DistinguishedRow } from './distinguishing-parts';
import type { KnownSnapshot } from './known-snapshot';

export type DescribableSnapshot = Pick<KnownSnapshot, 'priceColumn' | 'displayName' | 'search' | 'words'>;

/** The display name of a snapshot's price column, and the description of its query. */
export interface DescribedSnapshot {
  readonly displayName: string;
  /** The parts of the query's description; null if the query is unknown. */
  readonly parts: readonly string[] | null;
}

/** The text between the parts of a description. */
export const SEPARATOR = ' · ';

/** Returns the description of a query. The parts that distinguish it from others come first. */
export function wordsOf({ own, shared }: DistinguishedRow): string {
  return [...own, ...shared].join(SEPARATOR);
}

export interface ListedSnapshot {
  readonly snapshot: KnownSnapshot;
  readonly displayName: string;
  /** The description of the query; null if the query is unknown. */
  readonly query: DistinguishedRow | null;
  /** Whether the time has to be shown with seconds to distinguish this row from another one. */
  readonly needsSeconds: boolean;
}

/** Describes snapshots in such a way that users can distinguish similar ones. */
export function listedSnapshots(
  snapshots: readonly KnownSnapshot[],
  describe: (snapshot: KnownSnapshot) => DescribedSnapshot,
): readonly ListedSnapshot[] {
  const described = snapshots.map((snapshot) => ({ snapshot, ...describe(snapshot) }));
  const queries = distinguishingParts(
    described.map(({ snapshot, parts }) => ({
      // A snapshot with an unknown query shares nothing with others, so it gets its own group.
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
