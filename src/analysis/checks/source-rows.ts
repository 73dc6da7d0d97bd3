import type { AnalysedTable } from '../engine/analysed-table';
import type { MatchedSource } from './check-sources';
import type { CheckSource, PriceColumnSource, ReferenceRows } from './reference-prices';

/** The rows of a source, as far as they are there. */
export type SourceRows =
  | { readonly status: 'read'; readonly rows: { readonly table: AnalysedTable } }
  | { readonly status: 'none' | 'opening' | 'same' | 'unknown' | 'failed' | 'reading' | 'file' };

/** The rows that a check compares prices with, or why there are none. */
export type Against =
  /** The rows are read, or `rows` is null because the check needs only columns of the same row. */
  | { readonly status: 'ready'; readonly rows: ReferenceRows | null }
  | { readonly status: 'waiting' | 'failed' }
  /** The price column is unknown, or the account may not view the columns that are needed. */
  | { readonly status: 'unknown'; readonly priceColumn: string }
  /** Some key columns of the source are not matched with any column of the rows. */
  | { readonly status: 'unmatched'; readonly columns: readonly string[] }
  /** The source's rows lack these columns. If the list is empty, no column identifies its rows. */
  | { readonly status: 'lacking'; readonly columns: readonly string[] };

/** Returns the rows of another snapshot or a kept copy, which have the same columns. */
export function rowsOfSnapshot(
  source: CheckSource,
  read: SourceRows,
  table: AnalysedTable,
  keys: readonly string[],
  amount: string | null,
): Against {
  if (amount === null) return { status: 'ready', rows: null };
  if (read.status !== 'read') return { status: isFailed(read) ? 'failed' : 'waiting' };
  const has = (of: AnalysedTable, name: string) => of.columns.some((column) => column.name === name);
  const missing = keys.filter((name) => !has(table, name) || !has(read.rows.table, name));
  const isAmount = read.rows.table.columns.some(({ name, type }) => name === amount && type === 'number');
  const lacking = isAmount ? missing : [...missing, amount];
  if (keys.length === 0 || lacking.length > 0) return { status: 'lacking', columns: lacking };
  const same = keys.map((name) => ({ current: name, reference: name }));
  return { status: 'ready', rows: { source, table: read.rows.table, keys: same, amount, currency: null } };
}

/** Returns the rows of another price column, after its columns were matched with those of the rows. */
export function rowsOfPriceColumn(
  source: PriceColumnSource,
  matched: MatchedSource | null,
  read: SourceRows,
): Against {
  if (matched === null || matched.amount === null) return { status: 'unknown', priceColumn: source.name };
  const { amount, currency } = matched;
  const unmatched = matched.keys.filter(({ current }) => current === null).map(({ reference }) => reference);
  if (unmatched.length > 0) return { status: 'unmatched', columns: unmatched };
  if (read.status !== 'read') return { status: isFailed(read) ? 'failed' : 'waiting' };
  const keys = matched.keys.flatMap(({ current, reference }) =>
    current === null ? [] : [{ current, reference }],
  );
  return { status: 'ready', rows: { source, table: read.rows.table, keys, amount, currency } };
}

function isFailed({ status }: SourceRows): boolean {
  return status === 'failed' || status === 'same' || status === 'unknown';
}
