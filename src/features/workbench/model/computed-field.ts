import type { PriceField } from '@/contract/column';
import type { ComputedColumn } from './refinement';

/** Returns a computed column as a field, with the metadata that the service would give a number. The service does not know the column. */
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
    // The engine sorts by it, not the service.
    isSortable: true,
  };
}

/** Whether a field represents a computed column. Fields of the service always have metadata. */
export function isComputedField({ table, raw }: Pick<PriceField, 'table' | 'raw'>): boolean {
  return table === '' && Object.keys(raw).length === 0;
}

/** Returns the fields of a price column that are its own, without computed columns and those of other sources. */
export function ownFields({ fields }: { readonly fields: readonly PriceField[] }): readonly PriceField[] {
  return fields.filter((field) => !isComputedField(field));
}
