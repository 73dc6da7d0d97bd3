import { columnRecord, sqlTypes, type ColumnRecord, type SqlType } from './column-record';
import { ITEM_TABLE } from './item-table';
import { RIGHTS } from './rights';

export interface ItemTableVariant {
  /** The number of columns. Those beyond the columns of the contract are invented. */
  readonly columnCount: number;
  /** Whether the table is changed: one column is added, one removed, and one each has another type, format and right. */
  readonly isChanged: boolean;
}

export function itemTable({ columnCount, isChanged }: ItemTableVariant): readonly ColumnRecord[] {
  const further = Array.from({ length: Math.max(0, columnCount - ITEM_TABLE.length) }, (_, index) =>
    attribute(ITEM_TABLE.length + index + 1),
  );
  const table = further.length === 0 ? ITEM_TABLE : [...ITEM_TABLE, ...further];
  return isChanged ? changed(table) : table;
}

const SUBJECTS = ['Width', 'Colour', 'Supplier', 'Weight', 'ValidFrom', 'IsActive', 'Pack', 'Margin'];
const TYPES: readonly SqlType[] = [
  sqlTypes.decimal(12, 3, '#,##0.000'),
  sqlTypes.nvarchar(60),
  sqlTypes.foreignKey('Supplier.No'),
  sqlTypes.decimal(9, 2, '0.00'),
  sqlTypes.date(),
  sqlTypes.bit(),
  sqlTypes.int('#,##0'),
  sqlTypes.decimal(9, 4, '0.0%'),
];

/** One column in each group of this many columns needs the right to view costs. */
const LOCKABLE_EVERY = 16;

function attribute(columnId: number): ColumnRecord {
  const place = columnId % TYPES.length;
  const name = `Attr${String(columnId).padStart(4, '0')}_${SUBJECTS[place] ?? ''}`;
  return columnRecord('Item', columnId, name, TYPES[place] ?? sqlTypes.nvarchar(60), {
    EditTableSecurityRightID: RIGHTS.editItems,
    ViewSecurityRightID: columnId % LOCKABLE_EVERY === 0 ? RIGHTS.viewCost : null,
  });
}

function changed(table: readonly ColumnRecord[]): ColumnRecord[] {
  const kept = table
    .filter(({ name }) => name !== 'SearchName')
    .map((record): ColumnRecord => {
      switch (record.name) {
        case 'Name':
          return { ...record, ...sqlTypes.nvarchar(500) };
        case 'CostForPricing':
          return { ...record, FORMATTING: '#,##0.0000' };
        case 'ImageUrl':
          return { ...record, EditSecurityRightID: RIGHTS.editCost };
        default:
          return record;
      }
    });
  const added = columnRecord('Item', 10_000, 'LeadTimeDays', sqlTypes.int('#,##0'), {
    EditTableSecurityRightID: RIGHTS.editItems,
  });
  return [...kept, added];
}
