import type { PriceColumn, PriceField } from '@/contract/column';

/** Creates a field for tests; `members` override its defaults. */
export function testField(name: string, members: Partial<PriceField> = {}): PriceField {
  return {
    name,
    table: 'Item_PriceList_SalesPrice',
    columnId: null,
    type: 'text',
    isTypeKnown: true,
    sqlType: 'nvarchar',
    typeLabel: 'nvarchar(128)',
    maxLength: null,
    precision: null,
    scale: null,
    precisionLabel: null,
    isNullable: true,
    defaultExpression: null,
    isUnique: false,
    isPrimaryKey: false,
    isKey: false,
    foreignKey: null,
    dataType: 'Text',
    formatting: '',
    align: null,
    viewRight: null,
    editRight: null,
    tableEditRight: null,
    canEdit: false,
    condition: '',
    isPriceColumn: null,
    raw: {},
    incompleteMembers: [],
    isFilterable: true,
    isSortable: true,
    ...members,
  };
}

const decimal = { type: 'number', sqlType: 'decimal', precision: 18, scale: 4, dataType: 'Number' } as const;

/** One field of every type, and one for each way in which a field can be unavailable. */
export const TEST_PRICE_COLUMN: PriceColumn = {
  name: 'SalesPrice',
  displayName: 'Sales price',
  description: null,
  sourceTable: 'Item_PriceList_SalesPrice',
  fields: [
    testField('Number', { maxLength: 12, isKey: true, isPrimaryKey: true }),
    testField('Name'),
    testField('Value', { ...decimal, typeLabel: 'decimal(18,4)' }),
    testField('Factor', { ...decimal, sqlType: 'float', precision: 53, scale: 0, typeLabel: 'float' }),
    testField('ValidFrom', { type: 'date', sqlType: 'datetime2', typeLabel: 'datetime2', dataType: 'Date' }),
    testField('NeedsPrice', { type: 'boolean', sqlType: 'bit', typeLabel: 'bit', dataType: 'True/False' }),
    testField('Cost', { ...decimal, typeLabel: 'decimal(18,4)', viewRight: 'dataadmin-item_Cost_view' }),
    testField('Notes', { isFilterable: false, isSortable: false }),
  ],
};

/** Whether a field is locked in tests, as all fields are that require a right. */
export function isLockedInTest(field: PriceField): boolean {
  return field.viewRight !== null;
}

/** Returns the test price column with only the named fields. */
export function testPriceColumnOf(names: readonly string[]): PriceColumn {
  const { fields } = TEST_PRICE_COLUMN;
  return { ...TEST_PRICE_COLUMN, fields: fields.filter(({ name }) => names.includes(name)) };
}
