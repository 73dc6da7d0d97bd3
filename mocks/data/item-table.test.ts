import { expect, test } from 'vitest';
import { ITEM_TABLE } from './item-table';
import { itemTable } from './item-table-variants';

// The members are copied by hand from docs/service-contract.md, section 3, to compare the mock with the contract itself.
const MEMBERS =
  'column_id name typeName max_length precision scale is_nullable default_value is_unique is_primary_key enableInABC ' +
  'typeName_display precision_display table_name DATA_TYPE FORMATTING ALIGN ViewSecurityRightID EditSecurityRightID ' +
  'EditTableSecurityRightID canEdit IsKey Condition isPriceColumn';

test('every record has exactly the members of the contract', () => {
  for (const record of ITEM_TABLE) expect(Object.keys(record)).toEqual(MEMBERS.split(' '));
});

test.each([
  // The columns of each case are name, type, length or precision, and whether it is nullable.
  ['Number', 'nvarchar', '128', false],
  ['Name', 'nvarchar', '1000', true],
  ['SearchName', 'nvarchar', '1024', true],
  ['Description', 'nvarchar', '0', true],
  ['CostForPricing', 'decimal', '18,4', true],
  ['cd_PriceGroup', 'varchar', '20', true],
  ['InsertDate', 'datetime', '23,3', false],
  ['NeedsPrice', 'bit', '1', false],
  ['ImageUrl', 'nvarchar', '1000', true],
  ['Url', 'nvarchar', '1000', true],
  ['_dtLastModifiedDate', 'datetime2', '27,7', true],
] as const)("%s is the contract's %s of %s", (name, typeName, size, isNullable) => {
  const record = ITEM_TABLE.find((candidate) => candidate.name === name);
  const isText = typeName.endsWith('varchar');
  const sizeTold = isText
    ? String(record?.max_length)
    : record?.scale === 0
      ? String(record.precision)
      : `${record?.precision},${record?.scale}`;
  expect([record?.typeName, sizeTold, record?.is_nullable]).toEqual([typeName, size, isNullable]);
  expect(record?.EditTableSecurityRightID).toBe('dataadmin-item_edit');
  expect(record?.table_name).toBe('Item');
});

test('the notes of the contract', () => {
  const byName = new Map(ITEM_TABLE.map((record) => [record.name, record]));
  expect(ITEM_TABLE).toHaveLength(11);
  expect(byName.get('Number')).toMatchObject({ is_primary_key: true, is_unique: true, IsKey: true });
  expect(byName.get('CostForPricing')).toMatchObject({
    FORMATTING: '#,##0.00',
    typeName_display: 'decimal(18,4)',
    ViewSecurityRightID: 'dataadmin-item_CostForPricing_view',
    EditSecurityRightID: 'dataadmin-item_CostForPricing_edit',
  });
  expect(byName.get('cd_PriceGroup')?.typeName_display).toBe('fk(PriceGroup.Code)');
  expect(byName.get('InsertDate')).toMatchObject({ FORMATTING: 'Short Date', default_value: '(getdate())' });
  expect(byName.get('NeedsPrice')).toMatchObject({
    FORMATTING: 'True/False',
    default_value: expect.stringContaining('DefaultNeedsPrice'),
  });
  expect(byName.get('_dtLastModifiedDate')?.default_value).toBe('(getdate())');
  const withRights = ITEM_TABLE.filter(
    ({ ViewSecurityRightID, EditSecurityRightID }) => ViewSecurityRightID ?? EditSecurityRightID,
  );
  expect(withRights.map(({ name }) => name)).toEqual(['CostForPricing']);
});

test('as many columns as wanted, the first of them those of the contract', () => {
  const wide = itemTable({ columnCount: 2000, isChanged: false });
  expect(wide.slice(0, 11)).toEqual(ITEM_TABLE);
  expect(new Set(wide.map(({ name }) => name)).size).toBe(2000);
  expect(new Set(wide.map(({ column_id }) => column_id)).size).toBe(2000);
  for (const record of wide) expect(Object.keys(record)).toEqual(MEMBERS.split(' '));
});

test('a changed table: one column more, one less, three altered', () => {
  const now = new Map(itemTable({ columnCount: 11, isChanged: true }).map((record) => [record.name, record]));
  expect([...now.keys()].filter((name) => !ITEM_TABLE.some((before) => before.name === name))).toEqual([
    'LeadTimeDays',
  ]);
  expect(ITEM_TABLE.filter(({ name }) => !now.has(name)).map(({ name }) => name)).toEqual(['SearchName']);
  const altered = ITEM_TABLE.filter((before) => now.has(before.name)).filter(
    (before) => JSON.stringify(before) !== JSON.stringify(now.get(before.name)),
  );
  expect(altered.map(({ name }) => name)).toEqual(['Name', 'CostForPricing', 'ImageUrl']);
});
