import { findPriceSource, rowAt } from '@mocks/data/price-sources';
import type { PriceColumn, PriceField } from '@/contract/column';
import { testField } from './test-price-column';

const TYPES: Readonly<Record<string, 'number' | 'date' | 'boolean'>> = {
  bigint: 'number',
  int: 'number',
  decimal: 'number',
  date: 'date',
  datetime: 'date',
  datetime2: 'date',
  bit: 'boolean',
};

type Cell = string | boolean | null;

/** Rows of a price column of the demo, with its fields. */
export interface DemoRows {
  readonly fields: readonly PriceField[];
  /** The rows, with cells in the order of the fields. */
  readonly rows: readonly (readonly Cell[])[];
  readonly priceColumn: PriceColumn;
}

/** Returns rows of a price column of the demo, without a service: the first rows, or the rows at given positions. */
export function demoRows(
  name: string,
  rowCount: number,
  positionOf: (row: number) => number = (row) => row,
): DemoRows {
  const source = findPriceSource(name);
  const fields = (source?.fields ?? []).map(({ record }) => {
    const type = TYPES[record.typeName] ?? 'text';
    const scale = type === 'number' ? (record.scale ?? 0) : null;
    return testField(record.name, {
      type,
      scale,
      isPriceColumn: record.isPriceColumn,
      isPrimaryKey: record.is_primary_key,
      isUnique: record.is_unique === true,
      maxLength: type === 'text' && record.max_length > 0 ? record.max_length : null,
    });
  });
  const rows = Array.from({ length: rowCount }, (_, index) => {
    const cells = rowAt(name, positionOf(index));
    return fields.map((field): Cell => {
      const cell = cells[field.name] ?? null;
      return field.type === 'boolean' && cell !== null ? cell === 'true' || cell === true : cell;
    });
  });
  return {
    fields,
    rows,
    priceColumn: {
      name,
      displayName: source?.displayName ?? name,
      description: null,
      sourceTable: 'Item',
      fields,
    },
  };
}
