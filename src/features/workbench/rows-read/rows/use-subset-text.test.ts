import { expect, test } from 'vitest';
import { ENGLISH } from '@/test/english-words';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { partnersCondition } from '@/analysis/conditions/added-columns';
import type { SubsetCondition } from '@/analysis/conditions/row-subset';
import { subsetText } from './use-subset-text';

function textOf(...conditions: readonly SubsetCondition[]): string {
  return subsetText(ENGLISH, TEST_PRICE_COLUMN.fields, { conditions });
}

test.each([
  ['found', 'rows with a partner in Cost'],
  ['missing', 'rows without a partner in Cost'],
  ['several', 'rows with several partners in Cost'],
  ['unknown', 'rows whose partners in Cost are unknown'],
] as const)(
  'rows by their partners in another source are described without its counting column: %s',
  (count, text) => {
    expect(textOf(partnersCondition('Cost', count))).toBe(text);
  },
);

test('other numbers of partners are described by the counting column', () => {
  expect(textOf({ kind: 'is', column: 'Cost · #', value: '3' })).toBe('Cost · # is 3');
});
