import type { CellText } from '@mocks/data/field';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import type { RowFilter, RowSelection } from '@mocks/data/engine/selection';

type Cells = ReturnType<typeof rowAt>;

const tables = new Map<string, readonly Cells[]>();

/** Returns all rows of a selection's table, by position. */
export function tableOf(selection: RowSelection): readonly Cells[] {
  const { priceColumn, version } = selection;
  const length = rowCountAt(priceColumn, selection);
  const key = `${priceColumn} ${version} ${length}`;
  const table =
    tables.get(key) ?? Array.from({ length }, (_, position) => rowAt(priceColumn, position, version));
  tables.set(key, table);
  return table;
}

/**
 * Returns the positions of a selection's rows by comparing every cell. It shares only the data with the engine, so that tests can compare
 * the two.
 */
export function naivePositions(selection: RowSelection, typeOf: (column: string) => string): number[] {
  return tableOf(selection)
    .map((cells, position) => ({ cells, position }))
    .filter(({ cells }) =>
      selection.filters.every((filter) =>
        passes(cells[filter.column] ?? null, filter, typeOf(filter.column)),
      ),
    )
    .sort((a, b) => {
      for (const { column, isDescending } of selection.sort) {
        const sign = compareCells(a.cells[column] ?? null, b.cells[column] ?? null, typeOf(column));
        if (sign !== 0) return isDescending ? -sign : sign;
      }
      return a.position - b.position;
    })
    .map(({ position }) => position);
}

function passes(cell: CellText, { op, value }: RowFilter, type: string): boolean {
  if (op === 'isNull') return cell === null;
  if (cell === null) return false;
  const text = String(cell).toLowerCase();
  const against = (other: string) => compareValues(String(cell), other, type);
  switch (op) {
    case 'isNotNull':
      return true;
    case 'equals':
      return against(value) === 0;
    case 'notEquals':
      return against(value) !== 0;
    case 'greaterThan':
      return against(value) > 0;
    case 'lessThan':
      return against(value) < 0;
    case 'greaterThanOrEquals':
      return against(value) >= 0;
    case 'lessThanOrEquals':
      return against(value) <= 0;
    case 'containsAny':
      return value.split(',').some((part) => against(part) === 0);
    case 'contains':
      return text.includes(value.toLowerCase());
    case 'startsWith':
      return text.startsWith(value.toLowerCase());
    case 'endsWith':
      return text.endsWith(value.toLowerCase());
  }
}

function compareCells(a: CellText, b: CellText, type: string): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareValues(String(a), String(b), type);
}

function compareValues(a: string, b: string, type: string): number {
  const [left, right] = [comparable(a, type), comparable(b, type)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function comparable(text: string, type: string): bigint | string {
  if (type === 'number') {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.');
    const unscaled = BigInt(whole + fraction.padEnd(20, '0'));
    return text.startsWith('-') ? -unscaled : unscaled;
  }
  if (type === 'date') {
    const [seconds = '', fraction = ''] = (text.includes('T') ? text : `${text}T00:00:00`).split('.');
    return `${seconds}.${fraction.padEnd(7, '0')}`;
  }
  return text.toLowerCase();
}
