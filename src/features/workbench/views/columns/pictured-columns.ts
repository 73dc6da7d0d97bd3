import type { PriceField } from '@/contract/column';
import { escape, MISSING, partsOfParameter, unescape, writeParameter } from '../../model/address/notation';
import type { AnalysedColumn } from '../../rows-read/engine/analysed-table';

/** The maximum of proposed columns; a person can choose more. */
export const MOST_PROPOSED = 24;

const VERSION = '1';
/** Stands for all columns, also those of a later query. Escaping never turns a name into this text. */
const ALL = '!all';

/** Returns the columns pictured by default: all or, if there are many, the most informative, keys last. */
export function proposedColumns(
  columns: readonly AnalysedColumn[],
  fields: readonly PriceField[],
): readonly string[] {
  if (columns.length <= MOST_PROPOSED) return columns.map(({ name }) => name);
  const byName = new Map(fields.map((field) => [field.name, field]));
  const ranked = columns.toSorted((a, b) => rankOf(a, byName.get(a.name)) - rankOf(b, byName.get(b.name)));
  const proposed = new Set(ranked.slice(0, MOST_PROPOSED));
  return columns.flatMap((column) => (proposed.has(column) ? [column.name] : []));
}

function rankOf({ type }: AnalysedColumn, field: PriceField | undefined): number {
  if (field?.isPriceColumn === true) return 0;
  if (field?.isKey === true || field?.isPrimaryKey === true) return 4;
  if (type === 'number') return 1;
  if (type === 'date') return 2;
  return type === 'boolean' || field?.foreignKey != null ? 3 : 4;
}

/** Returns the choice as an address parameter. */
export function picturedToParameter(choice: readonly string[] | 'all'): string {
  if (choice === 'all') return writeParameter(VERSION, [ALL]);
  return writeParameter(VERSION, choice.length === 0 ? [MISSING] : choice.map(escape));
}

/** Reads a choice of columns. Null if there is none or it cannot be read. */
export function picturedFromParameter(parameter: string | undefined): readonly string[] | 'all' | null {
  if (parameter === undefined) return null;
  const read = partsOfParameter(parameter, VERSION);
  if (!read.ok) return null;
  const { parts } = read;
  if (parts.length === 1 && parts[0] === ALL) return 'all';
  if (parts.length === 1 && parts[0] === MISSING) return [];
  const names = parts.flatMap((part) => unescape(part) ?? []);
  return names.length === 0 ? null : names;
}

/** Returns the names of the columns that are pictured, in the order of the snapshot. */
export function picturedColumns(
  choice: ReturnType<typeof picturedFromParameter>,
  columns: readonly AnalysedColumn[],
  fields: readonly PriceField[],
): readonly string[] {
  if (choice === 'all') return columns.map(({ name }) => name);
  if (choice === null) return proposedColumns(columns, fields);
  const names = new Set(choice);
  const chosen = columns.flatMap(({ name }) => (names.has(name) ? [name] : []));
  // None of the chosen columns is left in the query.
  return chosen.length === 0 && choice.length > 0 ? proposedColumns(columns, fields) : chosen;
}
