import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyChar } from '@/test/any-char';
import { parseJson } from './parse-json';
import { runs } from '@/test/runs';

describe('parseJson', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['-7', -7],
    ['12.5', 12.5],
    ['-0.5', -0.5],
    ['0.000001', 0.000001],
    ['999999999999999', 999999999999999],
    ['9007199254740991', 9007199254740991],
    ['1e+21', 1e21],
  ])('reads %s as a number', (token, value) => {
    expect(parseJson(token)).toBe(value);
  });

  it.each([
    '12.5000',
    '0.0',
    '-0',
    '-0.0',
    '1e3',
    '1E-7',
    '0.0000001',
    '1.0e2',
    '12345678901234.5678',
    '12345678901234567890',
    '9007199254740993',
    '0.1234567890123456789',
    '123456789012345.60',
    '-99999999999999.9999',
  ])('keeps the text of %s', (token) => {
    expect(parseJson(token)).toBe(token);
    expect(parseJson(`{"a": [${token}, ${token}]}`)).toEqual({ a: [token, token] });
    expect(parseJson(` ${token}\n`)).toBe(token);
  });

  it('leaves strings alone, whatever they look like', () => {
    const text = String.raw`{"12.50":"1.50","a\"1.50":"\\","b":", 2.50,","c":"[3.50]\\\"4.50","d":5.50,"é😀":"6.50"}`;
    expect(parseJson(text)).toEqual({ ...JSON.parse(text), d: '5.50' });
  });

  it('keeps a member named __proto__ as a member', () => {
    const value = parseJson('{"__proto__": {"x": 1.50}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value as object)).toEqual([['__proto__', { x: '1.50' }]]);
  });

  it.each([
    '',
    '{',
    '"abc',
    '"abc\\',
    '1.',
    '.50',
    '+1.50',
    '--1.50',
    '01.50',
    '-01.50',
    '00',
    '1.50.50',
    '1.50 2.50',
    '1.50"a"',
    '1.50e',
    '1.50e+',
    '{1.50:1}',
    '{"a":1,1.50 :1}',
    '{"a":1.50 1.50}',
    '[1.50,]',
    '1.50true',
    'NaN',
    '\uFEFF1',
  ])('refuses %j as JSON.parse does', (text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  it('reveals nothing of the text when it is broken', () => {
    expect(() => parseJson('{"access_token": "hunter2" "x"}')).toThrow(/^The text is not valid JSON\.$/);
  });

  it('reads what JSON.stringify writes as JSON.parse does, but for numbers that only a string can hold', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4, stringUnit: anyChar }),
        fc.constantFrom(0, 1, 3),
        (value, indent) => {
          const text = JSON.stringify(value, null, indent);
          expect(parseJson(text)).toEqual(referenceParse(text));
        },
      ),
    );
  });

  it('agrees with a parser that reads token by token', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(parseJson(text)).toEqual(referenceParse(text));
      }),
      { numRuns: runs(500) },
    );
  });

  it('refuses exactly the texts that JSON.parse refuses', () => {
    const piece = fc.constantFrom(
      ...'0123456789.-+eE"\\[]{}:, tn'.split(''),
      '1.50',
      '"a"',
      '{"a":',
      'null',
      '\n',
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(text, broken(jsonText)), (text) => {
        expect(isRefused(parseJson, text)).toBe(isRefused(JSON.parse, text));
      }),
      { numRuns: runs(3000) },
    );
  });
});

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength: min, maxLength: max });

const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(
      fc.constant('0'),
      digits(1, 20).map((text) => text.replace(/^0*(?=\d)/, '')),
    ),
    fc.oneof(
      fc.constant(''),
      digits(1, 8).map((text) => `.${text}`),
    ),
    fc.oneof({ weight: 4, arbitrary: fc.constant('') }, fc.constantFrom('e5', 'E-3', 'e+21', 'e0')),
  )
  .map((parts) => parts.join(''));

const space = fc.constantFrom('', '', ' ', '\n\t', '\r\n  ');

const stringText = fc.oneof(
  fc.string({ unit: anyChar }).map((text) => JSON.stringify(text)),
  fc.string({ unit: fc.constantFrom(...'1.50,:[]{}-\\"e '.split('')) }).map((text) => JSON.stringify(text)),
);

const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    numberText,
    stringText,
    fc.constantFrom('true', 'false', 'null'),
    fc
      .array(fc.tuple(space, tie('value'), space))
      .map((items) => `[${items.map((item) => item.join('')).join()}]`),
    fc
      .array(fc.tuple(space, stringText, space, fc.constant(':'), space, tie('value'), space))
      .map((members) => `{${members.map((member) => member.join('')).join()}}`),
  ),
})).value;

/** Generates texts with one character removed, doubled or replaced. */
function broken(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(text, fc.nat(), fc.constantFrom('', '"', '.', '0', '-', ':', '1.50'))
    .map(([text, place, other]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + other + text.slice(at + 1);
    });
}

function isRefused(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return false;
  } catch (error) {
    return error instanceof SyntaxError;
  }
}

/** Reads valid JSON token by token, slowly and plainly, and returns numbers as `parseJson` promises. */
function referenceParse(text: string): unknown {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[^\s,:[\]{}"]+|[,:[\]{}]/g) ?? [];
  let next = 0;
  const take = () => tokens[next++] ?? '';
  const peek = () => tokens[next] ?? '';
  function value(): unknown {
    const token = take();
    if (token === '[') {
      const items: unknown[] = [];
      while (peek() !== ']') {
        items.push(value());
        if (peek() === ',') take();
      }
      take();
      return items;
    }
    if (token === '{') {
      const members: [string, unknown][] = [];
      while (peek() !== '}') {
        const name = JSON.parse(take()) as string;
        take();
        members.push([name, value()]);
        if (peek() === ',') take();
      }
      take();
      return Object.fromEntries(members);
    }
    const parsed: unknown = JSON.parse(token);
    return typeof parsed === 'number' && String(parsed) !== token ? token : parsed;
  }
  return value();
}
