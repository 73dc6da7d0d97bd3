import { describe, expect, test } from 'vitest';
import { COLUMN_MEMBER_NAMES, columnFromRecord, UNREADABLE_RIGHT } from './column.schema';
import { itemTableEndpoint } from './item-table.schema';
import { MAX_COLUMNS, MAX_LABEL_LENGTH, MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from './limits';

/** A metadata record of one column, written by hand from docs/service-contract.md, section 3. */
const COST = {
  column_id: 5,
  name: 'CostForPricing',
  typeName: 'decimal',
  max_length: 9,
  precision: 18,
  scale: 4,
  is_nullable: true,
  default_value: null,
  is_unique: null,
  is_primary_key: false,
  enableInABC: null,
  typeName_display: 'decimal(18,4)',
  precision_display: '18,4',
  table_name: 'Item',
  DATA_TYPE: 'Number',
  FORMATTING: '#,##0.00',
  ALIGN: 'Right',
  ViewSecurityRightID: 'dataadmin-item_CostForPricing_view',
  EditSecurityRightID: 'dataadmin-item_CostForPricing_edit',
  EditTableSecurityRightID: 'dataadmin-item_edit',
  canEdit: true,
  IsKey: false,
  Condition: '',
  isPriceColumn: null,
};

test('the 24 members of the contract', () => {
  expect([...COLUMN_MEMBER_NAMES]).toEqual(Object.keys(COST));
  expect(COLUMN_MEMBER_NAMES).toHaveLength(24);
});

test('a complete record', () => {
  expect(columnFromRecord(COST, 0)).toEqual({
    columnId: 5,
    name: 'CostForPricing',
    table: 'Item',
    sqlType: 'decimal',
    typeLabel: 'decimal(18,4)',
    type: 'number',
    isTypeKnown: true,
    maxLength: 9,
    precision: 18,
    scale: 4,
    precisionLabel: '18,4',
    isNullable: true,
    defaultExpression: null,
    isUnique: false,
    isPrimaryKey: false,
    isKey: false,
    foreignKey: null,
    dataType: 'Number',
    formatting: '#,##0.00',
    align: 'right',
    viewRight: 'dataadmin-item_CostForPricing_view',
    editRight: 'dataadmin-item_CostForPricing_edit',
    tableEditRight: 'dataadmin-item_edit',
    canEdit: true,
    condition: '',
    isPriceColumn: null,
    raw: COST,
    incompleteMembers: [],
  });
});

test.each([
  ['varchar', 'Text', 'text'],
  ['nvarchar', 'Text', 'text'],
  ['decimal', 'Number', 'number'],
  ['datetime', 'Date', 'date'],
  ['datetime2', 'Date', 'date'],
  ['bit', 'Text', 'boolean'],
  ['bigint', 'Number', 'number'],
  ['DateTime2', '', 'date'],
])('%s (%s) is %s', (typeName, DATA_TYPE, type) => {
  expect(columnFromRecord({ ...COST, typeName, DATA_TYPE }, 0)).toMatchObject({ type, isTypeKnown: true });
});

test('an unknown SQL type goes by the data type, and is text where that is unknown too', () => {
  const geography = { ...COST, typeName: 'geography' };
  expect(columnFromRecord({ ...geography, DATA_TYPE: 'Date' }, 0)).toMatchObject({
    type: 'date',
    isTypeKnown: true,
  });
  expect(columnFromRecord({ ...geography, DATA_TYPE: 'Shape' }, 0)).toMatchObject({
    type: 'text',
    isTypeKnown: false,
    dataType: 'Shape',
    incompleteMembers: [],
  });
});

test.each([
  ['fk(PriceGroup.Code)', { table: 'PriceGroup', column: 'Code' }],
  ['FK( PriceGroup.Code )', { table: 'PriceGroup', column: 'Code' }],
  ['decimal(18,4)', null],
  ['fk(PriceGroup)', null],
])('%s refers to %j', (typeName_display, foreignKey) => {
  expect(columnFromRecord({ ...COST, typeName_display }, 0).foreignKey).toEqual(foreignKey);
});

describe('robust', () => {
  test('unknown further members and values pass', () => {
    const column = columnFromRecord({ ...COST, colour: 'blue', ALIGN: 'Centre', FORMATTING: '[Red]' }, 0);
    expect(column).toMatchObject({ align: null, formatting: '[Red]', incompleteMembers: [] });
    expect(column.raw['colour']).toBe('blue');
  });

  test.each([
    [0, null],
    [-1, null],
    [128, 128],
  ])('length %i is %j', (max_length, maxLength) => {
    expect(columnFromRecord({ ...COST, max_length }, 0).maxLength).toBe(maxLength);
  });

  test('no account holds an unreadable right; an empty one requires nothing', () => {
    const unreadable = columnFromRecord({ ...COST, ViewSecurityRightID: 17 }, 0);
    expect(unreadable.viewRight).toBe(UNREADABLE_RIGHT);
    expect(unreadable.incompleteMembers).toEqual(['ViewSecurityRightID']);
    const { ViewSecurityRightID: _left, ...without } = COST;
    expect(columnFromRecord(without, 0).viewRight).toBe(UNREADABLE_RIGHT);
    expect(columnFromRecord({ ...COST, ViewSecurityRightID: '' }, 0).viewRight).toBeNull();
  });

  test('an unreadable member gets the cautious value, and is named', () => {
    const column = columnFromRecord(
      { ...COST, canEdit: 'yes', is_nullable: null, precision: '18', IsKey: 1 },
      0,
    );
    expect(column).toMatchObject({ canEdit: false, isNullable: true, precision: null, isKey: false });
    expect(column.incompleteMembers).toEqual(['precision', 'is_nullable', 'canEdit', 'IsKey']);
  });

  test('an empty record is named by its position', () => {
    const column = columnFromRecord({}, 4);
    expect(column.name).toBe('(column 5)');
    expect(column.incompleteMembers).toHaveLength(24);
  });

  test('one broken record leaves the others alone', () => {
    const columns = itemTableEndpoint.decode([COST, { name: 12 }, { ...COST, name: 'Other' }], undefined);
    expect(columns.map(({ name }) => name)).toEqual(['CostForPricing', '(column 2)', 'Other']);
    expect(columns.map(({ incompleteMembers }) => incompleteMembers.length > 0)).toEqual([
      false,
      true,
      false,
    ]);
  });

  test.each([null, {}, 'columns', [null], ['Number']])('%j is no table', (data) => {
    expect(() => itemTableEndpoint.decode(data, undefined)).toThrow(Error);
  });
});

describe('limits', () => {
  test.each(COLUMN_MEMBER_NAMES.filter((name) => typeof COST[name] === 'string'))(
    'a %s without end is not read, and not kept',
    (name) => {
      const column = columnFromRecord({ ...COST, [name]: 'x'.repeat(1_000_000) }, 4);
      expect(column.incompleteMembers).toEqual([name]);
      expect(JSON.stringify(column).length).toBeLessThan(2 * MAX_TEXT_LENGTH);
    },
  );

  test('values at the limit are read', () => {
    const long = {
      name: 'n'.repeat(MAX_NAME_LENGTH),
      FORMATTING: '0'.repeat(MAX_LABEL_LENGTH),
      Condition: 'c'.repeat(MAX_TEXT_LENGTH),
    };
    const column = columnFromRecord({ ...COST, ...long }, 0);
    expect(column).toMatchObject({ name: long.name, formatting: long.FORMATTING, condition: long.Condition });
    expect(column.incompleteMembers).toEqual([]);
  });

  test('a column whose name is too long keeps its position', () => {
    expect(columnFromRecord({ ...COST, name: 'n'.repeat(257) }, 4).name).toBe('(column 5)');
  });

  test('no account holds a right that is too long', () => {
    const column = columnFromRecord({ ...COST, ViewSecurityRightID: 'r'.repeat(1_000) }, 0);
    expect(column.viewRight).toBe(UNREADABLE_RIGHT);
  });

  test('unknown members: so many, and so much of each', () => {
    const further = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`extra${at}`, at]));
    const deep = { list: Array.from({ length: 10_000 }, () => ({ a: [1, 2, 3] })) };
    const { raw } = columnFromRecord({ deep, ['k'.repeat(1_000_000)]: 1, ...COST, ...further }, 0);
    expect(raw).toMatchObject(COST);
    expect(Object.keys(raw)).toHaveLength(124);
    expect(raw['deep']).toHaveLength(MAX_TEXT_LENGTH);
    expect(raw['extra0']).toBe(0);
  });

  test('of an ordinary record nothing is lost', () => {
    const record = { ...COST, deep: { a: [1, { b: 'text' }] }, extra: '' };
    expect(columnFromRecord(record, 0).raw).toEqual(record);
  });

  test('a table of more columns than there can be is refused', () => {
    const columns = (count: number) => Array.from({ length: count }, () => COST);
    expect(itemTableEndpoint.decode(columns(MAX_COLUMNS), undefined)).toHaveLength(MAX_COLUMNS);
    expect(() => itemTableEndpoint.decode(columns(MAX_COLUMNS + 1), undefined)).toThrow(
      /"beyond": "columns"/,
    );
  });
});

test.each([
  ['fk(PriceGroup.Code)', { table: 'PriceGroup', column: 'Code' }],
  ['FK( PriceGroup . Code )', { table: 'PriceGroup', column: 'Code' }],
  ['fk(.Code)', null],
  ['fk( . )', null],
  ['fk(A.B).C', null],
  [`fk(${' '.repeat(400)}`, null],
])('the foreign key of %j', (typeLabel, foreignKey) => {
  expect(columnFromRecord({ ...COST, typeName_display: typeLabel }, 0).foreignKey).toEqual(foreignKey);
});
