import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDefault, type DefaultMeaning } from './default-expression';

const now: DefaultMeaning = { kind: 'now', isUtc: false };
const value = (text: string, isText = false): DefaultMeaning => ({ kind: 'value', text, isText });
const setting = (name: string, fallback: DefaultMeaning | null): DefaultMeaning => ({
  kind: 'setting',
  setting: name,
  fallback,
});

describe('default expressions', () => {
  test.each<[string | null, DefaultMeaning]>([
    [null, { kind: 'none' }],
    ['', { kind: 'none' }],
    ['   ', { kind: 'none' }],
    ['(NULL)', { kind: 'none' }],
    ['(getdate())', now],
    ['getdate()', now],
    ['((GETDATE ( )))', now],
    ['CURRENT_TIMESTAMP', now],
    ['(sysdatetime())', now],
    ['(getutcdate())', { kind: 'now', isUtc: true }],
    ['(newid())', { kind: 'new-id' }],
    ['((0))', value('0')],
    ['((-1.50))', value('-1.50')],
    ["('EUR')", value('EUR', true)],
    ["(N'it''s')", value("it's", true)],
    ["('')", value('', true)],
    ["(isnull([dbo].[GetSystemSetting]('DefaultNeedsPrice'),(0)))", setting('DefaultNeedsPrice', value('0'))],
    ["(coalesce(dbo.GetSystemSetting(N'A, (b)'), 'x'))", setting('A, (b)', value('x', true))],
    ["([dbo].[GetSystemSetting]('Alone'))", setting('Alone', null)],
    ["(isnull(GetSystemSetting('Since'),getdate()))", setting('Since', now)],
  ])('%s', (expression, meaning) => {
    expect(readDefault(expression)).toEqual(meaning);
  });

  test.each([
    'dateadd(day,(1),getdate())',
    "(isnull([dbo].[GetSystemSetting]('A'),[dbo].[Other]()))",
    "(isnull([dbo].[Other]('A'),(0)))",
    "(coalesce(dbo.GetSystemSetting('A'),(0),(1)))",
    '(getdate())+(1)',
    '(((',
    "('open",
    'x)(',
  ])('is left as an expression: %s', (expression) => {
    expect(readDefault(expression)).toEqual({ kind: 'expression', text: expression });
  });

  test.each(['('.repeat(1_000_000), `${'('.repeat(200)}0${')'.repeat(200)}`, ' '.repeat(1_000_000)])(
    'parses any number of parentheses and blanks in linear time',
    (expression) => {
      expect(['expression', 'value', 'none']).toContain(readDefault(expression).kind);
    },
  );

  test('never throws, and ignores surrounding parentheses', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      "'",
      ',',
      'isnull',
      'GetSystemSetting',
      'getdate',
      '()',
      '0',
      ' ',
      '[',
      ']',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((parts) => parts.join('')),
        ),
        (text) => {
          const meaning = readDefault(text);
          if (meaning.kind !== 'expression' && text.trim() !== '')
            expect(readDefault(`((${text}))`)).toEqual(meaning);
        },
      ),
    );
  });
});
