import { expect, test } from 'vitest';
import { createDialect } from '@/contract/create-dialect';
import { priceColumnRecord } from '@/contract/price-columns.schema';
import { described } from '@/test/service-description.arbitraries';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { copiedPriceColumn } from './kept-copy';

test('the price column of a copy can do what the service can do now', () => {
  const copy = { priceColumn: { ...priceColumnRecord(TEST_PRICE_COLUMN) } };
  const dialect = createDialect(described({ extraction: { operators: { contains: null } } }));
  expect(copiedPriceColumn(copy, dialect)?.abilities).toEqual({
    missingOperators: ['contains'],
    joinsLists: true,
  });
  expect(copiedPriceColumn(copy, null)?.abilities).toBeUndefined();
});
