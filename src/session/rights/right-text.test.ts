import { expect, test } from 'vitest';
import { ENGLISH } from '@/test/english-words';
import { rightText } from './right-text';

test.each([
  ['api-prices-extraction', 'Extract prices'],
  ['dataadmin-item_CostForPricing_view', 'View CostForPricing'],
  ['dataadmin-item_cd_PriceGroup_edit', 'Edit cd_PriceGroup'],
  ['dataadmin-item_edit', 'Edit the table item'],
  ['of-another-form', 'of-another-form'],
  ['dataadmin-item_view', 'dataadmin-item_view'],
])('the right %s is named %s', (id, text) => {
  expect(rightText(ENGLISH.of('rights'), id)).toBe(text);
});

test('the right that a described service calls otherwise is named alike', () => {
  expect(rightText(ENGLISH.of('rights'), 'prices.read', 'prices.read')).toBe('Extract prices');
  expect(rightText(ENGLISH.of('rights'), 'api-prices-extraction', 'prices.read')).toBe(
    'api-prices-extraction',
  );
});
