import * as c from '@/analysis/address/codec';
import {
  isOfOtherColumn,
  sourceFromParameter,
  sourceName,
  sourceToParameter,
  type SameColumnSource,
} from '@/analysis/conditions/source';
import type { WorkbenchSearch } from './workbench-search';

export type ComparisonSearch = Pick<WorkbenchSearch, 'with' | 'keys' | 'price'>;

export interface ComparisonChoice {
  /** The source that the snapshot on screen is compared with. */
  readonly with: SameColumnSource;
  /** The columns whose values match the rows of both sources; null for the suggested columns. */
  readonly keys: readonly string[] | null;
  /** The column whose change is shown as Δ; null for no column, undefined for the suggested column. */
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
 * `with` is `snapshot`, `copy` or `file`, followed by its key or name. Names are escaped as in the query. If `keys` or `price` is absent,
 * the console suggests columns; `price=!none` means no column.
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

/** A snapshot that the rows on screen can be compared with: one that this browser knows, or a copy kept in this browser. */
export interface ComparableSnapshot {
  readonly cacheKey: string;
  /** The name of the copy, or a description of the snapshot's query. */
  readonly label: string;
  /** The number of rows; null until the snapshot has been opened. */
  readonly rowCount: number | null;
  /** The time at which the snapshot was taken, by this computer's clock. */
  readonly takenAtMs: number;
  /** The time at which the service discards the snapshot; null if it is unknown. */
  readonly expiresAtMs: number | null;
  /** Whether the displayed time must include seconds to distinguish this snapshot from another. */
  readonly needsSeconds: boolean;
  readonly search: Readonly<Record<string, string>>;
  /** The time at which a copy was kept, and the key of its snapshot; null for a snapshot of the service. */
  readonly kept: { readonly atMs: number; readonly cacheKey: string } | null;
}

/** Returns the snapshots of a price column that this browser knows or has kept, the latest first. */
export interface ComparableOf {
  (priceColumn: string): readonly ComparableSnapshot[];
  /** Whether the snapshots that this browser knows are still being read. */
  readonly isReading?: boolean;
}

export interface UsualComparisonOptions {
  readonly openSnapshot: {
    readonly snapshot: { readonly cacheKey: string };
    readonly takenAtMs: number;
    readonly keptCopy?: { readonly cacheKey: string } | undefined;
  };
  /** The query of the rows on screen, without its sort order. */
  readonly query: Readonly<Partial<Record<'v' | 'fields' | 'filter', string | undefined>>>;
  readonly nowMs: number;
}

/** Returns the latest earlier snapshot of the same query, preferably its kept copy, which can be read without the service. */
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

/** Returns the copy that was kept last among `snapshots`, except copies of the snapshot on screen; null if there is none. */
export function lastKeptCopy(
  snapshots: readonly ComparableSnapshot[],
  onScreen: { readonly cacheKey: string; readonly keptOf: string | undefined },
): ComparableSnapshot | null {
  const openKey = onScreen.keptOf ?? onScreen.cacheKey;
  const others = snapshots.filter(({ kept }) => kept !== null && kept.cacheKey !== openKey);
  return others.toSorted((a, b) => (b.kept?.atMs ?? 0) - (a.kept?.atMs ?? 0))[0] ?? null;
}
