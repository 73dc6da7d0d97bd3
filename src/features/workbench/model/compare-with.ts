import * as c from './address/codec';
import {
  isOfOtherColumn,
  sourceFromParameter,
  sourceName,
  sourceToParameter,
  type SameColumnSource,
} from './source';
import type { WorkbenchSearch } from './workbench-search';

export type ComparisonSearch = Pick<WorkbenchSearch, 'with' | 'keys' | 'price'>;

export interface ComparisonChoice {
  /** The other side of the comparison with the snapshot on screen. */
  readonly with: SameColumnSource;
  /** The columns that match rows; null for the proposed ones. */
  readonly keys: readonly string[] | null;
  /** The column of Δ; null for no column, undefined for the proposed one. */
  readonly price: string | null | undefined;
}

export interface ComparisonProblem {
  readonly kind: 'unreadable-side' | 'unreadable-keys' | 'unreadable-price';
  /** The parameter as written in the address. */
  readonly text: string;
}

export type ComparisonFromSearch =
  | { readonly ok: true; readonly choice: ComparisonChoice }
  | { readonly ok: false; readonly problem: ComparisonProblem };

const keyColumns = c.where(c.list(sourceName), (names) => new Set(names).size === names.length);
const priceColumn = c.orMissing(c.name);

/**
 * Encodes a comparison in the address:
 *
 *     with=snapshot~KEY · keys=Number,Country · price=Value
 *
 * `with` is `snapshot`, `copy` or `file`, followed by its key or name. Names are escaped as in the query. If `keys` or `price` is
 * absent, it is proposed; `price=!none` means no column.
 */
export function comparisonToSearch({ with: side, keys, price }: ComparisonChoice): ComparisonSearch {
  return {
    with: sourceToParameter(side),
    keys: keys === null ? undefined : keyColumns.write(keys).join(','),
    price: price === undefined ? undefined : priceColumn.write(price).join(''),
  };
}

/** Decodes `with`; null if it cannot be read or names a source of another price column. */
export function comparedSourceFromParameter(parameter: string): SameColumnSource | null {
  const source = sourceFromParameter(parameter);
  return source === null || isOfOtherColumn(source) ? null : source;
}

/** Decodes a comparison; null if there is none. One bad part makes it unusable: the rest would be another comparison. Never throws. */
export function comparisonFromSearch(search: ComparisonSearch): ComparisonFromSearch | null {
  if (search.with === undefined) return null;
  const side = comparedSourceFromParameter(search.with);
  if (side === null) return refused('unreadable-side', search.with);
  const keys = search.keys === undefined ? { value: null } : c.tryRead(keyColumns, search.keys.split(','));
  if (keys === null) return refused('unreadable-keys', search.keys ?? '');
  const price = search.price === undefined ? { value: undefined } : c.tryRead(priceColumn, [search.price]);
  if (price === null) return refused('unreadable-price', search.price ?? '');
  return { ok: true, choice: { with: side, keys: keys.value, price: price.value } };
}

function refused(kind: ComparisonProblem['kind'], text: string): ComparisonFromSearch {
  return { ok: false, problem: { kind, text } };
}

/** A snapshot of the price column to compare with: one that this browser knows, or a kept copy. */
export interface ComparableSnapshot {
  readonly cacheKey: string;
  /** The name of the copy, or the query of the snapshot in words. */
  readonly label: string;
  /** Null until it has been opened. */
  readonly rowCount: number | null;
  /** By this computer's clock. */
  readonly takenAtMs: number;
  /** Null where unknown. */
  readonly expiresAtMs: number | null;
  /** Whether its time must include seconds to distinguish it from another snapshot. */
  readonly needsSeconds: boolean;
  readonly search: Readonly<Record<string, string>>;
  /** When a copy was kept, and of which snapshot; null for a snapshot of the service. */
  readonly kept: { readonly atMs: number; readonly cacheKey: string } | null;
}

/** Returns the snapshots of a price column that this browser knows or has kept, the latest first. */
export type ComparableOf = (priceColumn: string) => readonly ComparableSnapshot[];

export interface UsualComparisonOptions {
  readonly openSnapshot: {
    readonly snapshot: { readonly cacheKey: string };
    readonly takenAtMs: number;
    readonly keptCopy?: { readonly cacheKey: string } | undefined;
  };
  /** The query of the rows on screen, without their order. */
  readonly query: Readonly<Partial<Record<'v' | 'fields' | 'filter', string | undefined>>>;
  readonly nowMs: number;
}

/** Returns the latest earlier snapshot of the same query, preferably as a copy, which needs no service. */
export function usualComparison(
  snapshots: readonly ComparableSnapshot[],
  { openSnapshot, query, nowMs }: UsualComparisonOptions,
): ComparableSnapshot | null {
  if (query.v === undefined) return null;
  const openKey = openSnapshot.keptCopy?.cacheKey ?? openSnapshot.snapshot.cacheKey;
  const earlier = snapshots.filter(
    ({ cacheKey, kept, takenAtMs, expiresAtMs, search }) =>
      (kept?.cacheKey ?? cacheKey) !== openKey &&
      takenAtMs < openSnapshot.takenAtMs &&
      (expiresAtMs === null || expiresAtMs > nowMs) &&
      (['v', 'fields', 'filter'] as const).every((name) => search[name] === query[name]),
  );
  const [latest] = earlier.toSorted(
    (a, b) => b.takenAtMs - a.takenAtMs || Number(a.kept === null) - Number(b.kept === null),
  );
  return latest ?? null;
}

/** Returns the latest kept copy among a price column's `snapshots`, apart from that of the snapshot on screen; null if none. */
export function lastKeptCopy(
  snapshots: readonly ComparableSnapshot[],
  onScreen: { readonly cacheKey: string; readonly keptOf: string | undefined },
): ComparableSnapshot | null {
  const openKey = onScreen.keptOf ?? onScreen.cacheKey;
  const others = snapshots.filter(({ kept }) => kept !== null && kept.cacheKey !== openKey);
  return others.toSorted((a, b) => (b.kept?.atMs ?? 0) - (a.kept?.atMs ?? 0))[0] ?? null;
}
