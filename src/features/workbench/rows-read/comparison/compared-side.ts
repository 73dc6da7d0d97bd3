import type { PriceColumn, PriceField } from '@/contract/column';
import type { FilterCondition } from '@/contract/extraction';
import { filtersOfRequest } from '@/contract/extraction.schema';
import type { Refinement } from '../../model/refinement';
import { queryFromSearch } from '../../model/query-address';
import { resolveQuery } from '../../model/resolve-query';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import type { ComparedSide } from '../matching/matched-sides';
import { fileSide } from '../sources/files/open-file-rows';
import type { AddedFile, MappedFile } from '../sources/files/read-file';
import { filterSql } from '../steps/conditions-sql';
import type { ComparisonRequest } from './comparison-store';
import { keyColumns } from '../../snapshot/row-identity';
import { mainNumberField, notesWriting } from '@/rows/price-rows/field-meaning';
import { localDay } from '@/lib/formats/iso-date';

/** Which of the two sides. */
export type SideName = 'earlier' | 'later';

/** A snapshot as one side of a comparison. */
export interface SnapshotSide {
  readonly opened: OpenSnapshot;
  /** The search parameters that open it. */
  readonly search: Readonly<Record<string, string>>;
  /** Whether these have its query; a snapshot from elsewhere may come without one. */
  readonly hasQuery: boolean;
  /** The rows are those of a file, which no address opens. */
  readonly file?: FileOfSide;
}

/** A file whose rows were read, as a side of a comparison. */
export interface FileOfSide extends MappedFile {
  /** As of the rows that are compared (`fileSide`). */
  readonly lacksEmptyTexts: boolean;
}

/** Returns the rows of a file, opened as those of a snapshot, as a side. `added`: the same rows as the engine has them. */
export function sideOfFile(opened: OpenSnapshot, file: MappedFile, added: AddedFile): SnapshotSide {
  const { lacksEmptyTexts } = fileSide(file, added);
  return { opened, search: {}, hasQuery: false, file: { ...file, lacksEmptyTexts } };
}

export type SnapshotSides = Readonly<Record<SideName, SnapshotSide>>;

/** Decides by the time of taking which side is the earlier one. */
export function orderedSides(onScreen: SnapshotSide, other: SnapshotSide): SnapshotSides {
  // A list from elsewhere is what the snapshot on screen is held against, unless a certificate tells when it was taken.
  if (other.file !== undefined && other.file.outline.certificate === null) {
    return { earlier: other, later: onScreen };
  }
  const isOtherLater = other.opened.snapshot.createdAtMs > onScreen.opened.snapshot.createdAtMs;
  return isOtherLater ? { earlier: onScreen, later: other } : { earlier: other, later: onScreen };
}

/** The effect of the filters of two sides on their comparison. */
export type SideFilters =
  | { readonly kind: 'same' }
  /** The query of a side is not known, or names what there is no more. */
  | { readonly kind: 'unknown' }
  /** A side lacks these columns, so that the other one's filter says nothing of its rows. */
  | { readonly kind: 'lacking'; readonly columns: readonly string[] }
  /** Each side is held against the conditions that only the other one's query has. */
  | { readonly kind: 'other'; readonly conditions: Readonly<Record<SideName, readonly FilterCondition[]>> };

/** Returns what the filters of two sides mean for their comparison, with relative dates as of the day of each snapshot. */
export function sideFilters(
  { earlier, later }: SnapshotSides,
  priceColumn: PriceColumn,
  isLocked: (field: PriceField) => boolean,
): SideFilters {
  const conditionsOf = ({
    search,
    hasQuery,
    opened,
    file,
  }: SnapshotSide): readonly FilterCondition[] | null => {
    if (file !== undefined) return filtersOfRequest(file.outline.certificate?.query.request ?? '');
    const { draft, problems } = queryFromSearch(search, priceColumn, isLocked);
    if (!hasQuery || draft === null || problems.length > 0) return null;
    const today = localDay(new Date(opened.takenAtMs));
    const resolved = resolveQuery({ ...draft, sort: [] }, { priceColumn, isLocked, today });
    return resolved.ok ? resolved.query.filters : null;
  };
  const ofEarlier = conditionsOf(earlier);
  const ofLater = conditionsOf(later);
  if (ofEarlier === null || ofLater === null) return { kind: 'unknown' };
  const without = (some: readonly FilterCondition[], others: readonly FilterCondition[]) => {
    const known = new Set(others.map((condition) => JSON.stringify(condition)));
    return some.filter((condition) => !known.has(JSON.stringify(condition)));
  };
  const conditions = { earlier: without(ofLater, ofEarlier), later: without(ofEarlier, ofLater) };
  if (conditions.earlier.length + conditions.later.length === 0) return { kind: 'same' };
  const lacks = (side: SnapshotSide, some: readonly FilterCondition[]) =>
    some.map(({ column }) => column).filter((name) => !side.opened.columns.includes(name));
  const lacking = new Set([...lacks(earlier, conditions.earlier), ...lacks(later, conditions.later)]);
  return lacking.size === 0 ? { kind: 'other', conditions } : { kind: 'lacking', columns: [...lacking] };
}

/** The columns of two sides, by what a comparison does with them. */
export interface ComparableColumns {
  /** Those of both sides, in the order of the later one, without those below. */
  readonly common: readonly string[];
  /** The columns that one side alone has. */
  readonly only: Readonly<Record<SideName, readonly string[]>>;
  /** Both sides have them, and the account may not view them. */
  readonly locked: readonly string[];
  /** They only note when, or by whom, a row was written. */
  readonly written: readonly string[];
}

/** Adds the columns that a refinement computes on both sides. */
export function withComputed(
  { earlier, later }: Readonly<Record<SideName, readonly string[]>>,
  refinement: Refinement | null,
): Readonly<Record<SideName, readonly string[]>> {
  const computed = refinement?.computedColumns.map(({ name }) => name) ?? [];
  return { earlier: [...earlier, ...computed], later: [...later, ...computed] };
}

/** Sorts the columns of two sides. `columns` are the names in the order of the sides' cells. */
export function comparableColumns(
  columns: Readonly<Record<SideName, readonly string[]>>,
  priceColumn: Pick<PriceColumn, 'fields'>,
  isLocked: (field: PriceField) => boolean,
): ComparableColumns {
  const earlier = new Set(columns.earlier);
  const later = new Set(columns.later);
  const fieldOf = (name: string) => priceColumn.fields.find((field) => field.name === name);
  const isIn = (name: string, test: (field: PriceField) => boolean) => {
    const field = fieldOf(name);
    return field !== undefined && test(field);
  };
  const both = columns.later.filter((name) => earlier.has(name));
  const viewable = both.filter((name) => !isIn(name, isLocked));
  return {
    common: viewable.filter((name) => !isIn(name, notesWriting)),
    only: {
      earlier: columns.earlier.filter((name) => !later.has(name)),
      later: columns.later.filter((name) => !earlier.has(name)),
    },
    locked: both.filter((name) => isIn(name, isLocked)),
    written: viewable.filter((name) => isIn(name, notesWriting)),
  };
}

/** Returns the columns that the metadata match rows by; null where they name none, or a side lacks one of them. */
export function metadataKeys(
  common: readonly string[],
  priceColumn: Pick<PriceColumn, 'fields'>,
): readonly string[] | null {
  const keys = keyColumns(priceColumn);
  return keys.length > 0 && keys.every((name) => common.includes(name)) ? keys : null;
}

/** Returns the number columns of both sides. */
export function numberColumns(
  common: readonly string[],
  { fields }: Pick<PriceColumn, 'fields'>,
): readonly string[] {
  return common.filter((name) => fields.find((field) => field.name === name)?.type === 'number');
}

/** Returns the column of Δ by the metadata; null where no number looks like a price. */
export function proposedPrice(
  common: readonly string[],
  { fields }: Pick<PriceColumn, 'fields'>,
): string | null {
  const isCommon = ({ name }: PriceField) => common.includes(name);
  return mainNumberField(fields.filter(isCommon), fields);
}

/** Two sides whose rows are read, and by what they are to be compared. */
export interface SidesToCompare {
  readonly rows: Readonly<Record<SideName, ComparedSide>>;
  readonly filters: SideFilters;
  /** The columns of both sides. */
  readonly common: readonly string[];
  readonly priceColumn: PriceColumn;
  /** The columns that match rows; null where they have to be proposed. */
  readonly keys: readonly string[] | null;
  readonly price: string | null;
}

/** Returns the request that compares two sides: as far as the filters of both admit, in all common columns. */
export function comparisonOfSides({
  rows,
  filters,
  common,
  priceColumn,
  keys,
  price,
}: SidesToCompare): Omit<ComparisonRequest, 'engine' | 'setUp' | 'refined'> {
  const admitted = (name: SideName): ComparedSide => {
    const side = rows[name];
    const some = filters.kind === 'other' ? filters.conditions[name] : [];
    return some.length === 0 ? side : { ...side, only: filterSql(some, side.table) };
  };
  return {
    sides: { earlier: admitted('earlier'), later: admitted('later') },
    keys,
    preferredKeys: keyColumns(priceColumn).filter((name) => common.includes(name)),
    price,
    comparedWith: (chosen) => common.filter((name) => name !== price && !chosen.includes(name)),
  };
}
