import { expect, test } from 'vitest';
import { ENGLISH } from '@/test/english-words';
import type { Bin } from '../brushing/bins';
import { createColumnTexts, selectedText } from './column-texts';

const textsOf = (isEstimate: boolean) =>
  createColumnTexts(ENGLISH, { type: 'number', scale: 2 }, undefined, isEstimate);

test.each<[Bin, string]>([
  [{ kind: 'below', to: '1' }, 'Below 1'],
  [{ kind: 'range', from: '1', to: '2.5' }, '1 to below 2.5'],
  [{ kind: 'range', from: '1.00', to: '1.01' }, '1'],
  [{ kind: 'above', from: '2.5' }, '2.5 and above'],
  [{ kind: 'value', value: '' }, 'Empty text'],
  [{ kind: 'others', than: ['1'] }, 'Other values'],
  [{ kind: 'others', than: [] }, 'Any value'],
  [{ kind: 'null' }, 'No value'],
  [{ kind: 'misfit' }, 'Does not fit its type'],
])('a bar is named by its bin: %j', (bin, name) => {
  expect(textsOf(false).bin(bin)).toBe(name);
});

test('counts are marked with ≈ if only some rows are read', () => {
  expect(textsOf(false).bar('CHF', 8, 20)).toBe('CHF: 8 rows (40%)');
  expect(textsOf(true).bar('CHF', 8, 20)).toBe('CHF: ≈ 8 rows (40%)');
  expect(selectedText(ENGLISH, 3, 1200, false)).toBe('3 of 1,200 rows selected');
  expect(selectedText(ENGLISH, 3, 1200, true)).toBe('≈ 3 of ≈ 1,200 rows selected');
});
