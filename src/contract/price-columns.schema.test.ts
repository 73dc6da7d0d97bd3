import { expect, test } from 'vitest';
import { MAX_FIELDS, MAX_NAME_LENGTH, MAX_PRICE_COLUMNS, MAX_PRICE_FIELDS, MAX_TEXT_LENGTH } from './limits';
import { createDialect } from './create-dialect';
import { described } from '@/test/service-description.arbitraries';
import { priceColumnsEndpoint, storedPriceColumn } from './price-columns.schema';

const PRICE_COLUMN = {
  name: 'SalesPrice',
  displayName: 'Sales price',
  description: null,
  sourceTable: 'Item_PriceList_SalesPrice',
  fields: [
    { name: 'Value', typeName: 'decimal', filterable: true, sortable: false },
    { name: 'Name', typeName: 'nvarchar', filterable: 'yes' },
  ],
};

function decode(data: unknown) {
  return priceColumnsEndpoint.decode(data, undefined);
}

test('a price column (docs/service-contract.md, section 5)', () => {
  const [priceColumn] = decode([PRICE_COLUMN]);
  expect(priceColumn).toMatchObject({
    name: 'SalesPrice',
    displayName: 'Sales price',
    description: null,
    sourceTable: 'Item_PriceList_SalesPrice',
  });
  expect(priceColumn?.fields[0]).toMatchObject({ name: 'Value', isFilterable: true, isSortable: false });
});

test('a field that does not say so clearly can be neither filtered nor sorted', () => {
  const field = decode([PRICE_COLUMN])[0]?.fields[1];
  expect(field).toMatchObject({ isFilterable: false, isSortable: false });
  expect(field?.incompleteMembers.slice(-2)).toEqual(['filterable', 'sortable']);
});

test('people read the name where there is no display name', () => {
  expect(decode([{ ...PRICE_COLUMN, displayName: '', description: undefined }])[0]).toMatchObject({
    displayName: 'SalesPrice',
    description: null,
  });
});

test.each([null, {}, [{ ...PRICE_COLUMN, name: '' }], [{ ...PRICE_COLUMN, fields: undefined }]])(
  '%j is refused',
  (data) => expect(() => decode(data)).toThrow(Error),
);

test('texts for people are cut, a name that nobody could ask for is refused', () => {
  const long = 'x'.repeat(100_000);
  const [priceColumn] = decode([
    { ...PRICE_COLUMN, displayName: long, description: long, sourceTable: long },
  ]);
  expect(priceColumn?.displayName).toHaveLength(MAX_NAME_LENGTH);
  expect(priceColumn?.description).toHaveLength(MAX_TEXT_LENGTH);
  expect(priceColumn?.sourceTable).toHaveLength(MAX_NAME_LENGTH);
  expect(priceColumn?.displayName.endsWith('…')).toBe(true);
  expect(() => decode([{ ...PRICE_COLUMN, name: long }])).toThrow(/too_big/);
});

test('more price columns, or fields of all of them, than there can be are refused', () => {
  const priceColumns = (count: number, fieldCount: number) =>
    Array.from({ length: count }, () => ({
      ...PRICE_COLUMN,
      fields: Array.from({ length: fieldCount }, () => ({ name: 'F' })),
    }));
  const beyond = (of: string) => new RegExp(`"beyond": "${of}"`);
  expect(decode(priceColumns(MAX_PRICE_COLUMNS, 1))).toHaveLength(MAX_PRICE_COLUMNS);
  expect(() => decode(priceColumns(MAX_PRICE_COLUMNS + 1, 1))).toThrow(beyond('price-columns'));
  expect(decode(priceColumns(1, MAX_PRICE_FIELDS))).toHaveLength(1);
  expect(decode(priceColumns(10, MAX_FIELDS / 10))).toHaveLength(10);
  expect(() => decode(priceColumns(10, MAX_FIELDS / 10 + 1))).toThrow(beyond('all-fields'));
});

test('one price column with more fields than there can be is there without them, beside all others', () => {
  const fields = Array.from({ length: MAX_FIELDS + 1 }, () => ({ name: 'F' }));
  const [wide, other] = decode([{ ...PRICE_COLUMN, name: 'Wide', fields }, PRICE_COLUMN]);
  expect(wide).toMatchObject({ name: 'Wide', fields: [], fieldLimit: MAX_PRICE_FIELDS });
  expect(other?.fields).toHaveLength(2);
  expect(other).not.toHaveProperty('fieldLimit');
  expect(storedPriceColumn({ ...PRICE_COLUMN, fields }, null)).toBeNull();
});

test('a stored price column has no marks for members that the service is described not to have', () => {
  const dialect = createDialect(described({ priceColumns: { field: { canEdit: null } } }));
  const marks = (of: typeof dialect) => storedPriceColumn(PRICE_COLUMN, of)?.fields[0]?.incompleteMembers;
  expect(marks(null)).toContain('canEdit');
  expect(marks(dialect)).not.toContain('canEdit');
});
