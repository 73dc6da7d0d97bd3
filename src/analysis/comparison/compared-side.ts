import type { PriceColumn, PriceField } from '@/contract/column';
import { isStable, type FilterCondition } from '@/contract/extraction';
import { isProvable } from '@/rows/certificates/certificate';
import type { Refinement } from '../conditions/refinement';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import type { ComparedSide } from '../matching/matched-sides';
import { fileSide } from '../source-files/open-file-rows';
import type { AddedFile, MappedFile } from '../source-files/read-file';
import { filterSql } from '../steps/conditions-sql';
import type { ComparisonRequest } from './complete-comparison';
import { keyColumns } from '../snapshot/row-identity';
import { mainNumberField, notesWriting } from '@/rows/price-rows/field-meaning';

export type SideName = 'earlier' | 'later';

/** A snapshot as one side of a comparison. */
export interface SnapshotSide {
  readonly opened: OpenSnapshot;
  readonly search: Readonly<Record<string, string>>;
  /** Whether `search` contains the query. The query may be unknown if the snapshot was not taken in this browser. */
  readonly hasQuery: boolean;
  /** The file that contains the rows; absent for a snapshot of the service. No address opens a file. */
  readonly file?: FileOfSide;
}

/** Whether the rows of a side may not be of one moment, because the service keeps no snapshots. */
export function mayHaveMoved({ opened, file }: Pick<SnapshotSide, 'opened' | 'file'>): boolean {
  const certificate = file?.outline.certificate ?? null;
  return !isStable(opened.snapshot) || (certificate !== null && !isProvable(certificate));
}

/** A file whose rows were read, as a side of a comparison. */
export interface FileOfSide extends MappedFile {
  /** Whether the compared rows have no empty texts (see `fileSide`). */
  readonly lacksEmptyTexts: boolean;
}

/** Returns the rows of a file as a side. `opened`: the rows, opened like those of a snapshot. `added`: the same rows in the engine. */
export function sideOfFile(opened: OpenSnapshot, file: MappedFile, added: AddedFile): SnapshotSide {
  const { lacksEmptyTexts } = fileSide(file, added);
  return { opened, search: {}, hasQuery: false, file: { ...file, lacksEmptyTexts } };
}

export type SnapshotSides = Readonly<Record<SideName, SnapshotSide>>;

/** Orders two sides by the time of their snapshots. */
export function orderedSides(onScreen: SnapshotSide, other: SnapshotSide): SnapshotSides {
  // A file is the earlier side, unless its certificate contains the time when its rows were taken.
  if (other.file !== undefined && other.file.outline.certificate === null) {
    return { earlier: other, later: onScreen };
  }
  const isOtherLater = other.opened.snapshot.createdAtMs > onScreen.opened.snapshot.createdAtMs;
  return isOtherLater ? { earlier: onScreen, later: other } : { earlier: other, later: onScreen };
}

/** How the filters of two sides affect their comparison. */
export type SideFilters =
  | { readonly kind: 'same' }
  /** The query of one side is unknown, or names fields that no longer exist. */
  | { readonly kind: 'unknown' }
  /** One side lacks these columns, so the filter of the other side cannot be applied to its rows. */
  | { readonly kind: 'lacking'; readonly columns: readonly string[] }
  /** The rows of each side are tested with the conditions that only the other query has. */
  | { readonly kind: 'other'; readonly conditions: Readonly<Record<SideName, readonly FilterCondition[]>> };

/** The columns of two sides, grouped by their use in a comparison. */
export interface ComparableColumns {
  /** The columns of both sides that can be compared, in the order of the later side. They do not include `locked` and `written`. */
  readonly common: readonly string[];
  readonly only: Readonly<Record<SideName, readonly string[]>>;
  /** The columns of both sides that the account may not view. */
  readonly locked: readonly string[];
  /** The columns that only contain when, or by whom, a row was written. */
  readonly written: readonly string[];
}

/** Returns the column names of both sides, with those that a refinement computes. */
export function withComputed(
  { earlier, later }: Readonly<Record<SideName, readonly string[]>>,
  refinement: Refinement | null,
): Readonly<Record<SideName, readonly string[]>> {
  const computed = refinement?.computedColumns.map(({ name }) => name) ?? [];
  return { earlier: [...earlier, ...computed], later: [...later, ...computed] };
}

/** Groups the columns of two sides by their use. `columns` has the column names of each side, in the order of the cells in its rows. */
export function comparableColumns(
  columns: Readonly<Record<SideName, readonly string[]>>,
  fields: readonly PriceField[],
  isLocked: (field: PriceField) => boolean,
): ComparableColumns {
  const earlier = new Set(columns.earlier);
  const later = new Set(columns.later);
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
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

/** Returns the columns by which the metadata identify rows; null if there are none, or a side lacks one of them. */
export function metadataKeys(
  common: readonly string[],
  priceColumn: Pick<PriceColumn, 'fields'>,
): readonly string[] | null {
  const keys = keyColumns(priceColumn);
  return keys.length > 0 && keys.every((name) => common.includes(name)) ? keys : null;
}

/** Returns the columns of both sides that contain numbers. */
export function numberColumns(common: readonly string[], fields: readonly PriceField[]): readonly string[] {
  return common.filter((name) => fields.find((field) => field.name === name)?.type === 'number');
}

/** Returns the column whose price difference (Δ) is shown according to the metadata; null if no number seems to be a price. */
export function proposedPrice(common: readonly string[], fields: readonly PriceField[]): string | null {
  const isCommon = ({ name }: PriceField) => common.includes(name);
  return mainNumberField(fields.filter(isCommon), fields);
}

/** Two sides whose rows are read, and how to compare them. */
export interface SidesToCompare {
  readonly rows: Readonly<Record<SideName, ComparedSide>>;
  readonly filters: SideFilters;
  /** The columns of both sides. */
  readonly common: readonly string[];
  readonly priceColumn: PriceColumn;
  /** The columns that match rows; null if the comparison must find some. */
  readonly keys: readonly string[] | null;
  readonly price: string | null;
}

/** Returns a request that compares two sides in all common columns, if their filters allow it. */
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
