import type { FieldSource, VersionMoments } from './field';

/** The source of a price column: a table whose rows are computed, not stored. */
export interface PriceSource {
  /** Identifies the source in addresses. */
  readonly name: string;
  readonly displayName: string;
  readonly description: string | null;
  readonly sourceTable: string;
  readonly baseRowCount: number;
  readonly isStatic: boolean;
  readonly fields: readonly FieldSource[];
}

/** How many rows each version of a source inserts before the first row. */
export const ROWS_ADDED_PER_VERSION = 7;
/** How many rows each version removes at the end. */
export const ROWS_REMOVED_PER_VERSION = 2;
/** Each version changes the prices of one in this many rows. A prime, so that price lists and customers change alike. */
const REVISION_CYCLE = 41;

/** A source at a moment. Versions begin at 0; `baseRowCount` is the number of rows at version 0. */
export interface SourceState {
  readonly version: number;
  readonly baseRowCount: number;
  readonly moments?: VersionMoments | undefined;
}

/** The fields of a source at a moment. */
export function fieldsOf(
  source: PriceSource,
  { moments }: Pick<SourceState, 'moments'>,
): readonly FieldSource[] {
  if (moments === undefined || moments.length === 0) return source.fields;
  return source.fields.map((field) => field.atMoments?.(moments) ?? field);
}

export function rowCountOf(source: PriceSource, { version, baseRowCount }: SourceState): number {
  if (source.isStatic) return baseRowCount;
  return Math.max(0, baseRowCount - ROWS_REMOVED_PER_VERSION * version) + ROWS_ADDED_PER_VERSION * version;
}

/** A row's id by its 0-based place in the key order. It never changes: rows that are inserted later have negative ids. */
export function rowIdAt(source: PriceSource, position: number, version: number): number {
  return source.isStatic ? position : position - ROWS_ADDED_PER_VERSION * version;
}

/** The last version up to `version` that changed the prices of a row; 0 if none did. */
export function revisionOf(id: number, version: number): number {
  if (version === 0) return 0;
  const phase = ((id % REVISION_CYCLE) + REVISION_CYCLE) % REVISION_CYCLE;
  const last = version - ((((version - phase) % REVISION_CYCLE) + REVISION_CYCLE) % REVISION_CYCLE);
  return Math.max(0, last);
}
