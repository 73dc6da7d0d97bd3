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
