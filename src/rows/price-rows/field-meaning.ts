import type { ColumnType, PriceField } from '@/contract/column';

export interface DescribedColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly scale: number | null;
}

/** Returns the number field that users most likely want to analyze: the price, or else the first amount. Null if there is neither. */
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

/** Matches columns that record a change of the row. The service does not mark them, but their names are similar everywhere. */
const WRITING =
  /(?:modified|updated|changed|created|inserted|written|ge(?:ä|ae)ndert|angelegt|erstellt|(?:ä|ae)nderungs?|anlage)_?(?:on|at|by|am|um|von|date|time|datum|zeit|user|stamp)*$|row_?version$|time_?stamp$/i;

/** Whether a column records when or by whom its row was written (`_dtLastModifiedDate`). It differs even in equal rows. */
export function notesWriting({
  name,
  isKey,
  isPrimaryKey,
}: Pick<PriceField, 'name' | 'isKey' | 'isPrimaryKey'>): boolean {
  return !isKey && !isPrimaryKey && WRITING.test(name);
}
