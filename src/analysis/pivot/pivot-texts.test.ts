import { expect, test } from 'vitest';
import { ENGLISH } from '@/test/english-words';
import { testField } from '@/test/test-price-column';
import { analysedColumn } from '../engine/analysed-columns';
import type { Measure } from './pivot-spec';
import { createPivotTexts, groupingText } from './pivot-texts';

const FIELDS = [testField('Name'), testField('Value', { type: 'number', sqlType: 'decimal', scale: 2 })];
const COLUMNS = FIELDS.map((field, index) => analysedColumn(field.name, field, index));
const texts = createPivotTexts(ENGLISH, COLUMNS, FIELDS, false);

test.each<[Measure, boolean]>([
  [{ fn: 'least', field: 'Name' }, true],
  [{ fn: 'count', field: 'Name' }, false],
  [{ fn: 'least', field: 'Value' }, false],
])('only texts are aligned to the left: %j', (measure, isTextual) => {
  expect(texts.isTextual(measure)).toBe(isTextual);
});

test('groups and their steps have names', () => {
  const groupings = [
    { field: 'Name', step: null },
    { field: 'Value', step: '1000' },
  ];
  expect(groupings.map((each) => groupingText(ENGLISH, each))).toEqual(['Name', 'Value, in steps of 1,000']);
  expect(texts.groupText(groupings, [{ kind: 'null' }, { kind: 'value', value: '2000' }])).toBe(
    '∅ · 2,000 to under 3,000',
  );
});
