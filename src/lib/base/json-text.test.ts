import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonText, parseKeepingNumbers, writeJson } from './json-text';

test('any value is written as JSON.stringify writes it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(writeJson(value)).toBe(JSON.stringify(value));
    }),
  );
});

test('members without a value are left out, and entries without one are null', () => {
  const value = { a: undefined, b: [undefined, 1], c: { d: undefined } };
  expect(writeJson(value)).toBe(JSON.stringify(value));
});

test('written parts stand as they are', () => {
  const digits = new JsonText('12345678901234.5678');
  expect(writeJson(digits)).toBe('12345678901234.5678');
  expect(writeJson({ value: digits, list: [digits, '1'] })).toBe(
    '{"value":12345678901234.5678,"list":[12345678901234.5678,"1"]}',
  );
});

test('a member may be called like an inherited one', () => {
  expect(writeJson(JSON.parse('{"__proto__":1,"constructor":{"a":2}}'))).toBe(
    '{"__proto__":1,"constructor":{"a":2}}',
  );
});

test('a parsed text is written again as it was, with every digit', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(writeJson(parseKeepingNumbers(text))).toBe(text);
    }),
  );
  const text = '{"1":1,"to":[12345678901234567.10,-0.0,1E+2,"7 \\"8\\" 9"],"is":true,"no":null}';
  expect(writeJson(parseKeepingNumbers(text))).toBe(text);
});

test.each(['{1:2}', '[01]', '[1.]', '[1 2]', '', '["a]'])('%s is not JSON', (text) => {
  expect(() => parseKeepingNumbers(text)).toThrow(SyntaxError);
});
