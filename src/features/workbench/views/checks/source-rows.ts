import type { AnalysedTable } from '../../rows-read/engine/analysed-table';
import type { MatchedSource } from './check-sources';
import type { CheckSource, PriceColumnSource, SourceRows } from './partners';
import type { SourceRead } from './source-reading';

/** What a check holds prices against. */
export type Against =
  /** Without rows where it needs columns alone. */
  | { readonly status: 'ready'; readonly rows: SourceRows | null }
  | { readonly status: 'waiting' | 'failed' }
  /** The price column is not there, or the account may not view what is needed of it. */
  | { readonly status: 'unknown'; readonly priceColumn: string }
  /** Key columns there of which no column here is known to be the same. */
  | { readonly status: 'unmatched'; readonly columns: readonly string[] }
  /** Columns that the rows of the source lack; none where nothing tells rows apart. */
  | { readonly status: 'lacking'; readonly columns: readonly string[] };

/** Rows of another snapshot or a kept copy, which has the same columns. */
export function rowsOfSnapshot(
  source: CheckSource,
  read: SourceRead | null,
  table: AnalysedTable,
  keys: readonly string[],
  amount: string | null,
): Against {
  if (amount === null) return { status: 'ready', rows: null };
  if (read === null) return { status: 'waiting' };
  if (read.status === 'failed') return { status: 'failed' };
  const has = (of: AnalysedTable, name: string) => of.columns.some((column) => column.name === name);
  const missing = keys.filter((name) => !has(table, name) || !has(read.table, name));
  const isAmount = read.table.columns.some(({ name, type }) => name === amount && type === 'number');
  const lacking = isAmount ? missing : [...missing, amount];
  if (keys.length === 0 || lacking.length > 0) return { status: 'lacking', columns: lacking };
  const same = keys.map((name) => ({ here: name, there: name }));
  return { status: 'ready', rows: { source, table: read.table, keys: same, amount, currency: null } };
}

/** Rows of another price column, whose columns have been matched with the ones here. */
export function rowsOfPriceColumn(
  source: PriceColumnSource,
  matched: MatchedSource | null,
  read: SourceRead | null,
): Against {
  if (matched === null || matched.amount === null) return { status: 'unknown', priceColumn: source.name };
  const { amount, currency } = matched;
  const unmatched = matched.keys.filter(({ here }) => here === null).map(({ there }) => there);
  if (unmatched.length > 0) return { status: 'unmatched', columns: unmatched };
  if (read === null) return { status: 'waiting' };
  if (read.status === 'failed') return { status: 'failed' };
  const keys = matched.keys.flatMap(({ here, there }) => (here === null ? [] : [{ here, there }]));
  return { status: 'ready', rows: { source, table: read.table, keys, amount, currency } };
}
