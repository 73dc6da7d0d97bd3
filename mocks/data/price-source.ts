import type { FieldSource, VersionMoments } from './field';

/** The source of a price column: a table whose rows are computed on demand. */
export interface PriceSource {
  /** The name that identifies the source in addresses of the service. */
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
/** How many rows each version removes at the end of a source. */
export const ROWS_REMOVED_PER_VERSION = 2;
/** Each version changes the price of one in this many rows. It is prime, so that all price lists and customers are affected equally. */
const REVISION_CYCLE = 41;

/** The state of a source at some time. Versions begin at 0. `baseRowCount` is the number of rows at version 0. */
export interface SourceState {
  readonly version: number;
  readonly baseRowCount: number;
  readonly moments?: VersionMoments | undefined;
}

/** Returns the fields of a source, with the recorded times of its versions, if there are any. */
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

/** Returns the id of the row at a 0-based position in the key order. Ids never change; rows that are inserted later get negative ids. */
export function rowIdAt(source: PriceSource, position: number, version: number): number {
  return source.isStatic ? position : position - ROWS_ADDED_PER_VERSION * version;
}

/** Returns the last version up to `version` that changed the prices of a row; 0 if none did. */
export function revisionOf(id: number, version: number): number {
  if (version === 0) return 0;
  const phase = ((id % REVISION_CYCLE) + REVISION_CYCLE) % REVISION_CYCLE;
  const last = version - ((((version - phase) % REVISION_CYCLE) + REVISION_CYCLE) % REVISION_CYCLE);
  return Math.max(0, last);
}
