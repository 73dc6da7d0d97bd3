import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyChar } from '@/test/any-char';
import { testField } from '@/test/test-price-column';
import type { AnalysedColumn } from '@/analysis/engine/analysed-table';
import {
  MOST_PROPOSED,
  picturedColumns,
  picturedFromParameter,
  picturedToParameter,
  proposedColumns,
} from './pictured-columns';

const column = (name: string, type: AnalysedColumn['type'] = 'text'): AnalysedColumn => ({
  name,
  type,
  scale: null,
  sqlName: name,
  orderSqlName: name,
  misfitSqlName: null,
});

test('few columns are all pictured; of many the price, numbers and dates come before texts', () => {
  const texts = Array.from({ length: 40 }, (_, index) => column(`Text ${index}`));
  const columns = [column('Id', 'number'), ...texts, column('Day', 'date'), column('Price', 'number')];
  const fields = [
    testField('Id', { type: 'number', isKey: true }),
    testField('Price', { type: 'number', isPriceColumn: true }),
    testField('Text 30', { foreignKey: { table: 'Group', column: 'Id' } }),
  ];
  expect(proposedColumns(texts.slice(0, 24), [])).toHaveLength(24);
  const proposed = proposedColumns(columns, fields);
  expect(proposed).toHaveLength(MOST_PROPOSED);
  expect(proposed).toEqual(expect.arrayContaining(['Text 30', 'Day', 'Price']));
  expect(proposed.slice(-3)).toEqual(['Text 30', 'Day', 'Price']);
});

test('any choice is read from the address as it was written', () => {
  const names = fc.uniqueArray(fc.string({ unit: anyChar, minLength: 1 }), { minLength: 0, maxLength: 5 });
  fc.assert(
    fc.property(names, (choice) => {
      expect(picturedFromParameter(picturedToParameter(choice))).toEqual(choice);
    }),
  );
  expect(picturedFromParameter(picturedToParameter('all'))).toBe('all');
  expect(picturedFromParameter('2;A')).toBeNull();
  expect(picturedFromParameter('1;!q')).toBeNull();
  expect(picturedFromParameter('1;!q;A')).toEqual(['A']);
});

test('columns that are gone are left out, and a choice of such alone is none', () => {
  const columns = [column('A'), column('B'), column('C')];
  expect(picturedColumns(['C', 'Gone', 'A'], columns, [])).toEqual(['A', 'C']);
  expect(picturedColumns(['Gone'], columns, [])).toEqual(['A', 'B', 'C']);
  expect(picturedColumns([], columns, [])).toEqual([]);
});
