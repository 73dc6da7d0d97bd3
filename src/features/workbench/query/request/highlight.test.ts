import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { highlighted } from './highlight';
import { REQUEST_FORMATS } from './request-code';

describe('highlighted', () => {
  test.each(REQUEST_FORMATS)('keeps every character: %s', (format) => {
    const text = fc.string({
      unit: fc.constantFrom('"', "'", '#', '/', '\\', '$', '`', '@', '\n', 'a', '1'),
    });
    fc.assert(
      fc.property(text, (code) => {
        expect(
          highlighted(code, format)
            .map((token) => token.text)
            .join(''),
        ).toBe(code);
      }),
    );
  });

  test('highlights the parts of a body', () => {
    expect(highlighted('{"page":1,"op":"a: 2","useCache":true}', 'body')).toEqual([
      { kind: 'plain', text: '{' },
      { kind: 'name', text: '"page"' },
      { kind: 'plain', text: ':' },
      { kind: 'number', text: '1' },
      { kind: 'plain', text: ',' },
      { kind: 'name', text: '"op"' },
      { kind: 'plain', text: ':' },
      { kind: 'text', text: '"a: 2"' },
      { kind: 'plain', text: ',' },
      { kind: 'name', text: '"useCache"' },
      { kind: 'plain', text: ':' },
      { kind: 'keyword', text: 'true' },
      { kind: 'plain', text: '}' },
    ]);
  });

  test('does not highlight a comment inside a string', () => {
    expect(highlighted('x = "# no" # yes', 'python').map(({ kind }) => kind)).toEqual([
      'plain',
      'text',
      'plain',
      'comment',
    ]);
  });
});
