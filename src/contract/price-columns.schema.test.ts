import { expect, test } from 'vitest';
import { priceColumnsEndpoint } from './price-columns.schema';

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

test('a price column of contract section 5', () => {
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
