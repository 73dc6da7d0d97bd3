import type { PriceField } from '@/contract/column';
import type { ComputedColumn } from './refinement';

/** Describes a computed column as if it were a number field of the service. The service does not know the column. */
export function computedField({ name, places }: Pick<ComputedColumn, 'name' | 'places'>): PriceField {
  return {
    name,
    table: '',
    columnId: null,
    type: 'number',
    isTypeKnown: true,
    sqlType: 'decimal',
    typeLabel: `decimal(38,${places})`,
    maxLength: null,
    precision: 38,
    scale: places,
    precisionLabel: null,
    isNullable: true,
    defaultExpression: null,
    isUnique: false,
    isPrimaryKey: false,
    isKey: false,
    foreignKey: null,
    dataType: 'Number',
    formatting: places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`,
    align: 'right',
    viewRight: null,
    editRight: null,
    tableEditRight: null,
    canEdit: false,
    condition: '',
    isPriceColumn: null,
    raw: {},
    incompleteMembers: [],
    isFilterable: false,
    // The query engine in the browser sorts by this column, not the service.
    isSortable: true,
  };
}

/** Whether a field represents a computed column, which has no metadata from the service. */
export function isComputedField({ table, raw }: Pick<PriceField, 'table' | 'raw'>): boolean {
  return table === '' && Object.keys(raw).length === 0;
}

/** Returns the fields that the price column has at the service, without computed columns and columns of other sources. */
export function ownFields({ fields }: { readonly fields: readonly PriceField[] }): readonly PriceField[] {
  return fields.filter((field) => !isComputedField(field));
}
