import type { PriceField } from '@/contract/column';
import * as c from '@/analysis/address/codec';
import { MISSING } from '@/analysis/address/notation';
import type { AnalysedColumn } from '@/analysis/engine/analysed-table';

/** The maximum number of columns that have a chart by default. The user can choose more. */
export const MOST_PROPOSED = 24;

/** Returns the columns that have a chart by default: all columns, or the most informative ones if there are many. Keys come last. */
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

const names = c.where(c.listOfReadable(c.text), (read) => read.length > 0);
/** The text for all columns, including columns that a later query adds. No escaped column name is equal to this text. */
const ALL = '!all';
const pictured = c.parameter<readonly string[] | 'all'>('1', {
  read: (pieces) => {
    const written = pieces.join();
    return written === ALL ? 'all' : written === MISSING ? [] : names.read(pieces);
  },
  write: (choice) => (choice === 'all' ? [ALL] : (c.some(names.write(choice)) ?? [MISSING])),
});

/** Returns the choice as an address parameter. */
export function picturedToParameter(choice: readonly string[] | 'all'): string | undefined {
  return pictured.write(choice);
}

/** Reads the chosen columns from the address parameter. Null if there is none or it cannot be read. */
export function picturedFromParameter(parameter: string | undefined): readonly string[] | 'all' | null {
  const read = parameter === undefined ? null : pictured.read(parameter);
  return read?.ok === true ? read.value : null;
}

/** Returns the names of the columns that have a chart, in the order of the snapshot. */
export function picturedColumns(
  choice: ReturnType<typeof picturedFromParameter>,
  columns: readonly AnalysedColumn[],
  fields: readonly PriceField[],
): readonly string[] {
  if (choice === 'all') return columns.map(({ name }) => name);
  if (choice === null) return proposedColumns(columns, fields);
  const names = new Set(choice);
  const chosen = columns.flatMap(({ name }) => (names.has(name) ? [name] : []));
  // If none of the chosen columns is in the rows any more, the default columns are shown.
  return chosen.length === 0 && choice.length > 0 ? proposedColumns(columns, fields) : chosen;
}
