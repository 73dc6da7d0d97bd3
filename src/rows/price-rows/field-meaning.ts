import type { ColumnType, PriceField } from '@/contract/column';

export interface DescribedColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly scale: number | null;
}

/** Returns the number field that people most likely want figures of: the price, else the first amount; else null. */
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

/** The service does not mark columns that note a change of the row, but their names are alike everywhere. */
const WRITING =
  /(?:modified|updated|changed|created|inserted|written|ge(?:ä|ae)ndert|angelegt|erstellt|(?:ä|ae)nderungs?|anlage)_?(?:on|at|by|am|um|von|date|time|datum|zeit|user|stamp)*$|row_?version$|time_?stamp$/i;

/** Whether a column notes when or by whom its row was written (`_dtLastModifiedDate`), and differs even in equal rows. */
export function notesWriting({
  name,
  isKey,
  isPrimaryKey,
}: Pick<PriceField, 'name' | 'isKey' | 'isPrimaryKey'>): boolean {
  return !isKey && !isPrimaryKey && WRITING.test(name);
}
