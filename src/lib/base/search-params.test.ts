import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-params';

test('keeps long numbers and readable punctuation as they are', () => {
  const search = '?id=12345678901234567890&filter=Value~between~10.00~20.00&sort=-Value,Number';
  expect(parseSearch(search)['id']).toBe('12345678901234567890');
  expect(stringifySearch(parseSearch(search))).toBe(search);
});

test('any parameters come back as they were written', () => {
  const text = fc.string({ unit: 'grapheme' }).map((value) => value.toWellFormed());
  const params = fc.dictionary(
    text.filter((name) => name !== ''),
    fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 4 })),
  );
  fc.assert(
    fc.property(params, (given) => {
      expect(parseSearch(stringifySearch(given))).toEqual(Object.fromEntries(Object.entries(given)));
    }),
  );
});
