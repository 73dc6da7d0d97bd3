import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyChar } from '@/test/any-char';
import { jsonText, shownAddress, shownCsv, shownLine, shownLines, shownPart } from './shown-text';

const ESCAPE = String.fromCharCode(0x1b);

test.each([
  ['Pumps 12.50 → 13.00 (▲ +4 %)', 'Pumps 12.50 → 13.00 (▲ +4 %)'],
  [`${ESCAPE}]0;title\u0007${ESCAPE}[31mred`, '␛]0;title␇␛[31mred'],
  ['one\r\n::error::two', 'one␍↵::error::two'],
  ['::error::mine', ': :error::mine'],
  ['    ::set-env name=A::b', '    : :set-env name=A::b'],
  ['see ##vso[task.setvariable variable=A]b', 'see # #vso[task.setvariable variable=A]b'],
  ['##[error]x', '# #[error]x'],
  ["##teamcity[buildStatus status='SUCCESS']", "# #teamcity[buildStatus status='SUCCESS']"],
  ['A ## B :: C', 'A ## B :: C'],
  ['\u009b31m', '‹U+009B›31m'],
])('%j is shown as %j', (text, shown) => {
  expect(shownLine(text)).toBe(shown);
});

test('whatever a line holds, it is one line that no terminal obeys, and no order for a log', () => {
  const parts = fc.oneof(
    fc.string({ unit: anyChar, maxLength: 8 }),
    fc.constantFrom('::', '##', '##vso[', '##[', '\n', '\r', ESCAPE, '\u009b', '\u2028', ' '),
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 8 }), (texts) => {
      const line = shownLines([texts.join('')]);
      // oxlint-disable-next-line no-control-regex -- the line must contain no control characters
      expect(line).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029]/);
      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(line).not.toMatch(/^\s*::/);
      expect(line).not.toMatch(/##\w*\[/);
    }),
  );
});

test('of CSV every record is one line, with the cells that nothing obeys as they are', async () => {
  const cells = fc.oneof(
    fc.string({ unit: anyChar, maxLength: 8 }),
    fc.constantFrom('::error::x', '"', '##vso[a]', '\r\n', ESCAPE, '\u009b', '\u2028', 'a\tb', ' x '),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cells, cells), { maxLength: 4 }), async (rows) => {
      const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
      const csv = shownCsv(rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join(''));
      expect(csv.split('\r\n')).toHaveLength(rows.length + 1);
      // oxlint-disable-next-line no-control-regex -- the CSV must contain no control characters
      expect(csv.replaceAll('\r\n', '')).not.toMatch(/[\u0000-\u0008\u000A-\u001F\u007F-\u009F\u2028\u2029]/);
      expect(csv).not.toMatch(/^"?\s*::/m);
      expect(csv).not.toMatch(/##\w*\[/);
      const isObeyed = (cell: string) => shownLine(cell) !== cell || /##|::/.test(cell);
      for (const [index, row] of rows.entries()) {
        if (!row.some(isObeyed)) expect(csv.split('\r\n')[index]).toBe(row.map(quoted).join(','));
      }
    }),
  );
});

test('JSON reads as the same value', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyChar, maxLength: 20 }), (text) => {
      const value = [text, '\u009b ##vso[a] \u2028'];
      const json = jsonText(value);
      expect(JSON.parse(json)).toEqual(value);
      expect(json).not.toMatch(/[\u007F-\u009F\u2028\u2029]|##\w*\[/);
    }),
  );
});

test.each([
  ['https://anna:hunter2@prices.test/papi', 'https://…@prices.test/papi'],
  ['https://anna:hun/ter?2#@prices.test/papi', 'https://…@prices.test/papi'],
  ['ftp://anna@prices.test', 'ftp://…@prices.test'],
  ['https://prices.test/prices/A?v=1', 'https://prices.test/prices/A?v=1'],
  ['anna@prices.csv', 'anna@prices.csv'],
])('a part of a sentence keeps no secret: %s', (text, shown) => {
  expect(shownPart(text)).toBe(shown);
});

test('an address is its host and its path', () => {
  expect(shownAddress('anna:hunter2@prices.test/papi?key=secret')).toBe('…@prices.test/papi');
  expect(shownAddress('https://prices.test/papi?key=secret#x')).toBe('https://prices.test/papi');
});

test('a very long part is cut, between characters', () => {
  expect(shownPart('x'.repeat(100_000))).toBe(`${'x'.repeat(300)}…`);
  expect(shownPart(`${'x'.repeat(299)}😀`)).toBe(`${'x'.repeat(299)}…`);
});
