import type { ColumnType, PriceField } from '@/contract/column';

/** A column of the rows read, with what its metadata say of it. */
export interface DescribedColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly scale: number | null;
}

/** Returns the number field that people most likely want figures of: the price, else the first amount; null for none. */
export function mainNumberField(
  columns: readonly DescribedColumn[],
  fields: readonly PriceField[],
): string | null {
  const numbers = columns.filter(({ type }) => type === 'number');
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  const isAmount = ({ name, scale }: Pick<DescribedColumn, 'name' | 'scale'>) => {
    const field = fieldOf(name);
    return (
      (scale ?? 0) > 0 && field?.isKey !== true && field?.isPrimaryKey !== true && field?.foreignKey == null
    );
  };
  const price = numbers.find(({ name }) => fieldOf(name)?.isPriceColumn === true);
  return (price ?? numbers.find(isAmount))?.name ?? null;
}

/** The service does not say what a column means; those that note a writing are named alike throughout. */
const WRITING =
  /(?:modified|updated|changed|created|inserted|written|ge(?:ä|ae)ndert|angelegt|erstellt|(?:ä|ae)nderungs?|anlage)_?(?:on|at|by|am|um|von|date|time|datum|zeit|user|stamp)*$|row_?version$|time_?stamp$/i;

/**
 * Whether a column only notes when, or by whom, its row was written, such as `_dtLastModifiedDate`. Such columns differ in
 * rows whose values are the same, so they are no part of a comparison.
 */
export function notesWriting({
  name,
  isKey,
  isPrimaryKey,
}: Pick<PriceField, 'name' | 'isKey' | 'isPrimaryKey'>): boolean {
  return !isKey && !isPrimaryKey && WRITING.test(name);
}
