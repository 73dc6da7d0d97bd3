import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayStart, endOfValue } from './json-scan';

test('a value ends where the parser ends it, whatever stands around it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(',', ']', '}', ' ', '\n'), (value, next) => {
      const text = JSON.stringify(value);
      expect(endOfValue(`[${text}${next}1`, 1)).toBe(1 + text.length);
    }),
  );
});

test.each(['12', 'tru', '"a', '"a\\', '[1', '{"a":[]', ''])('a value without an end has none: %s', (text) => {
  expect(endOfValue(text, 0)).toBe(-1);
});

test('the array of a path is found beside members of all kinds', () => {
  const text = '{ "a": {"rows": 1}, "x" : [1], "b": {"rows" :\n[2]} }';
  expect(arrayStart(text, ['b', 'rows'])).toBe(text.indexOf('[2]'));
  expect(arrayStart(text, ['a', 'rows'])).toBeNull();
  expect(arrayStart(text, ['c'])).toBeNull();
});
