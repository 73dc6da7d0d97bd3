import { expect, test } from 'vitest';
import { isNumbered, numberedName } from './numbered-name';

test('a name is numbered from 2 where it is taken, whatever its case', () => {
  expect(numberedName('Computed', ['Difference'])).toBe('Computed');
  expect(numberedName('Computed', ['computed'])).toBe('Computed 2');
  expect(numberedName('Computed', ['Computed', 'COMPUTED 2', 'Computed 4'])).toBe('Computed 3');
  expect(numberedName('Margin %', ['Margin %'])).toBe('Margin % 2');
});

test('a numbered name is known by the name it was made of', () => {
  for (const text of ['Margin %', 'Margin % 2', 'Margin % 17'])
    expect(isNumbered(text, 'Margin %')).toBe(true);
  for (const text of ['Margin', 'Margin %2', 'Margin % new', 'Margin % ']) {
    expect(isNumbered(text, 'Margin %')).toBe(false);
  }
});
