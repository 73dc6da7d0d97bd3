import { readIsoDateTime } from '@/lib/formats/iso-date';
import { significantFractionDigits } from '@/lib/formats/decimal';
import { isDecimal } from '@/lib/base/decimal-grammar';
import { chosenRoles, proposeRoles } from '@/rows/price-rows/column-roles';
import { numberedName } from '../conditions/numbered-name';
import { ownColumnField, type OwnColumn, type OwnKind } from '../conditions/own-column';
import { cellReader, fitsField, isInNotation, type ReadField } from './cell-values';
import type { FileColumn, FileMapping, FileNotation, FileOutline } from './file-outline';
import { localeOfOrder, proposeNotation } from './propose-notation';

/** A column of a file and its type. The type is null if the column is left out or cannot be read. */
export interface TypedColumn {
  readonly name: string;
  readonly kind: OwnKind | null;
}

/** If at least this share of the first values are numbers or days, the column has that type. Other values are shown unchanged. */
const MOST_OF_VALUES = 0.9;

/** Returns a file's own columns, with types that follow from their first values. `nameless`: returns a name for a position (from 1). */
export function proposeOwnColumns(
  { columns, certificate }: Pick<FileOutline, 'columns' | 'certificate'>,
  regions: readonly string[],
  nameless: (place: number) => string,
): readonly TypedColumn[] {
  // `#` is the name of the column that counts matching rows.
  const taken = ['#'];
  const typed = columns.map((column, index) => {
    const name = numberedName(column.name.trim() || nameless(index + 1), taken);
    taken.push(name);
    const certified = certificate?.columns[index];
    const ofCertificate =
      certified?.type === 'date' && certified.sqlType !== 'date' ? 'moment' : certified?.type;
    return { name, kind: column.isReadable ? (ofCertificate ?? kindOf(column, regions)) : null };
  });
  const described = typed.flatMap(({ name, kind }) =>
    kind === null ? [] : [ownColumnField({ name, kind, places: 0 })],
  );
  const { article } = chosenRoles(proposeRoles(described, described), {});
  // A number that identifies an article is not an amount, so its column gets the type text.
  return typed.map((each) =>
    certificate === null && each.name === article && each.kind !== null ? { ...each, kind: 'text' } : each,
  );
}

function kindOf({ cells }: FileColumn, regions: readonly string[]): OwnKind {
  const filled = cells.flatMap((cell) => cell ?? []);
  const isMost = (count: number) => count > 0 && count >= filled.length * MOST_OF_VALUES;
  const valuesOf = (kind: OwnKind, notation: Partial<FileNotation>) =>
    valuesIn({ cells: filled }, fieldOf(kind), { ...PLAIN, ...notation });
  if (filled.length > 0 && filled.every(({ kind, text }) => kind === 'value' && TRUTHS.has(text))) {
    return 'boolean';
  }
  const isNumber = (['.', ','] as const).some((decimal) => isMost(valuesOf('number', { decimal }).length));
  // Texts such as `007` are not numbers, because the zeros would be lost.
  if (isNumber && !filled.some(({ shown }) => /^\s*[+-]?0\d/.test(shown))) return 'number';
  const locales = [
    null,
    ...regions,
    ...(['dmy', 'mdy', 'ymd'] as const).map((order) => localeOfOrder(order, [])),
  ];
  for (const dateLocale of isNumber ? [] : locales) {
    const days = valuesOf('date', { dateLocale });
    if (!isMost(days.length)) continue;
    return days.some((day) => readIsoDateTime(day)?.hasTime === true) ? 'moment' : 'date';
  }
  return 'text';
}

const TRUTHS: ReadonlySet<string> = new Set(['true', 'false']);
const PLAIN: FileNotation = { decimal: '.', dateLocale: null, guardsFormulas: false };

function fieldOf(kind: OwnKind): ReadField {
  return ownColumnField({ name: '', kind, places: 0 });
}

/** Returns the values of those cells that have the field's type. */
function valuesIn({ cells }: Pick<FileColumn, 'cells'>, field: ReadField, notation: FileNotation): string[] {
  const read = cellReader(field, notation);
  return cells.flatMap((cell) => {
    const value = cell === null ? null : read(cell);
    if (cell === null || value === null || !isInNotation(cell, field, notation)) return [];
    return fitsField(field, value) ? [value] : [];
  });
}

/** Returns the likeliest notation for the columns of a file, given their types. */
export function ownNotation(
  outline: FileOutline,
  typed: readonly TypedColumn[],
  regions: readonly string[],
): FileNotation {
  const matched = outline.columns.flatMap((column, index) => {
    const kind = typed[index]?.kind ?? null;
    return kind === null ? [] : [{ column, field: { ...fieldOf(kind), name: typed[index]?.name ?? '' } }];
  });
  return proposeNotation(outline, matched, regions);
}

/** Returns the mapping for the columns of a file, given their types. */
export function ownMapping(
  columns: readonly FileColumn[],
  typed: readonly TypedColumn[],
  notation: FileNotation,
): FileMapping & { readonly own: readonly OwnColumn[] } {
  const own = typed.flatMap(({ name, kind }, columnIndex) =>
    kind === null
      ? []
      : [{ name, kind, columnIndex, places: placesOf(columns[columnIndex], kind, notation) }],
  );
  return {
    notation,
    columns: own.map(({ name, columnIndex }) => ({ field: name, columnIndex })),
    own: own.map(({ name, kind, places }) => ({ name, kind, places })),
  };
}

const MOST_PLACES = 38;

/** Returns how many decimal places the numbers of a column have. */
function placesOf(column: FileColumn | undefined, kind: OwnKind, notation: FileNotation): number {
  if (kind !== 'number' || column === undefined) return 0;
  const places = valuesIn(column, fieldOf(kind), notation).map((value) =>
    isDecimal(value) ? (value.split('.')[1]?.length ?? 0) : significantFractionDigits(value),
  );
  return Math.min(Math.max(0, ...places), MOST_PLACES);
}
