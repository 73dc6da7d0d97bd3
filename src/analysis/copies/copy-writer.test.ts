import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unguardFormulas } from '@/lib/table-files/formula-guard';
import { createCopyWriter } from './copy-writer';
import { excelCell } from './excel-cell';

describe('excelCell', () => {
  test.each([
    ['1234.5000', 'number', ',', '1234,5000', false],
    ['-0.0100', 'number', ',', '-0,0100', false],
    ['1234567890123.4567', 'number', '.', '1234567890123.4567', true],
    ['1000000000000000000', 'number', '.', '1000000000000000000', false],
    ['2026-01-31', 'date', ',', '2026-01-31', false],
    ['2026-01-31T10:00:00.0000000', 'date', ',', '2026-01-31 10:00:00', false],
    // Excel reads fractions of a second with its region's decimal sign, and at most three digits.
    ['2026-01-31T10:00:00.120', 'date', ',', '2026-01-31 10:00:00,120', false],
    ['2026-01-31T10:00:00.1200000', 'date', '.', '2026-01-31 10:00:00.120', false],
    ['2026-01-31T10:00:00.5', 'date', '.', '2026-01-31 10:00:00.5', false],
    ['0001-01-01T00:00:00.0000001', 'date', ',', '0001-01-01 00:00:00.0000001', true],
    ['2026-01-31T10:00:00.1234567', 'date', ',', '2026-01-31 10:00:00.1234567', true],
    ['00012', 'text', ',', '00012', true],
    ['n/a', 'number', ',', 'n/a', true],
    [true, 'boolean', ',', '1', false],
    ['false', 'boolean', ',', '0', false],
    ['1', 'boolean', ',', '1', false],
    ['maybe', 'boolean', ',', 'maybe', true],
    [null, 'number', ',', '', false],
    ['', 'text', ',', '', true],
    [undefined, 'text', ',', '', false],
  ] as const)('%s as %s', (value, type, sign, text, isText) => {
    expect(excelCell(value, type, sign)).toMatchObject({ text, isText });
  });
});

describe('createCopyWriter', () => {
  test('writes both formats, byte for byte', () => {
    const writer = createCopyWriter(
      [
        { name: 'Number', type: 'text' },
        { name: 'Net "price"', type: 'number' },
      ],
      { decimalSign: ',', hasHeaders: true },
    );
    writer.addRow(['007', '12.5000']);
    writer.addRow(['a\tb\n<i>', null]);
    writer.addRow(['=1+1', undefined]);
    writer.addRow(['', null]);
    const { content, counts } = writer.finish();
    expect(content.text).toBe(`Number\t"Net ""price"""\r\n007\t12,5000\r\n"a\tb\n<i>"\t\r\n'=1+1\t\r\n""\t`);
    const marked = `style='mso-number-format:"\\@"' sdnum="1033;0;@"`;
    const text = `<td ${marked}>`;
    expect(content.html).toBe(
      '<meta charset="utf-8"><table><tbody>' +
        `<tr><th ${marked}>Number</th><th ${marked}>Net &quot;price&quot;</th></tr>` +
        `<tr>${text}007</td><td>12,5000</td></tr>` +
        `<tr>${text}a\tb<br style="mso-data-placement:same-cell">&lt;i&gt;</td><td></td></tr>` +
        `<tr>${text}=1+1</td><td data-withheld="true"></td></tr>` +
        `<tr>${text}</td><td></td></tr>` +
        '</tbody></table>',
    );
    expect(counts).toEqual({ cells: 8, withheld: 1, tooPrecise: 0 });
  });

  test.each([
    // HTML collapses consecutive spaces and trims spaces at either end.
    [' a  b ', ' a  b ', '<s>·</s>a<s>··</s>b<s>·</s>'],
    ['   ', '   ', '<s>···</s>'],
    ['a b\r\n c', '"a b\r\n c"', 'a b<br><s>·</s>c'],
    // Windows ends the clipboard text at NUL.
    ['a\0b', 'a\uFFFDb', 'a\uFFFDb'],
  ])('preserves the text %j', (value, text, html) => {
    const writer = createCopyWriter([{ name: 'a', type: 'text' }], { decimalSign: '.', hasHeaders: false });
    writer.addRow([value]);
    const { content } = writer.finish();
    expect(content.text).toBe(text);
    const inside = /<td[^>]*>(.*)<\/td>/.exec(content.html)?.[1] ?? '';
    const spaces = inside
      .replaceAll('<span style="mso-spacerun:yes">', '<s>')
      .replaceAll('</span>', '</s>')
      .replaceAll(/<br [^>]*>/g, '<br>')
      .replaceAll('&#160;', '·');
    expect(spaces).toBe(html);
  });

  test.each([
    ['=1+1', 'text', "'=1+1"],
    ['＝1', 'number', "'＝1"],
    ["=cmd|' /C calc'!A0", 'date', "'=cmd|' /C calc'!A0"],
    ['@x', 'boolean', "'@x"],
    ['\n=1', null, `"'\n=1"`],
    // The escaped formula stays within the quotes of its cell.
    ['a\t=1', 'text', `"a\t=1"`],
    ['a;=1', 'text', 'a;=1'],
    ['-5.0000', 'number', '-5.0000'],
    ['-1234567890123456.5', 'number', '-1234567890123456.5'],
    ['-5', 'text', '-5'],
  ] as const)(
    'escapes %j in a column of type %s, so that it is not evaluated where it is pasted',
    (value, type, text) => {
      const writer = createCopyWriter([{ name: '=a', type }], { decimalSign: '.', hasHeaders: true });
      writer.addRow([value]);
      expect(writer.finish().content.text).toBe(`'=a\r\n${text}`);
    },
  );

  test('leaves formatted numbers alone, and escapes what else a format produces', () => {
    const shown = (text: string) => {
      const column = { name: 'a', type: 'number', show: () => text } as const;
      const writer = createCopyWriter([column], { decimalSign: '.', hasHeaders: false });
      writer.addRow(['-5']);
      return writer.finish().content.text;
    };
    expect(['-5.00', '-1 234,50 €', '-5 %', "-5+cmd|' /C calc'!A0"].map(shown)).toEqual([
      '-5.00',
      '-1 234,50 €',
      '-5 %',
      "'-5+cmd|' /C calc'!A0",
    ]);
  });

  test('plain text reads back as the same cells', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', 'é') });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const writer = createCopyWriter(
          [
            { name: 'a', type: 'text' },
            { name: 'b', type: 'text' },
          ],
          { decimalSign: '.', hasHeaders: false },
        );
        for (const row of rows) writer.addRow(row);
        const read = readTsv(writer.finish().content.text);
        expect(read.map((row) => row.map(unguardFormulas))).toEqual(rows);
      }),
    );
  });
});

/** Parses as Excel does: a quoted cell extends to the next quote mark that is not doubled. */
function readTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  for (;;) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      while (text[at] !== '"' || text[at + 1] === '"') {
        cell += text[at] ?? '';
        at += text[at] === '"' ? 2 : 1;
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== '\t' && text[at] !== '\r') {
        cell += text[at] ?? '';
        at += 1;
      }
    }
    rows.at(-1)?.push(cell);
    if (at >= text.length) return rows;
    if (text[at] === '\t') at += 1;
    else {
      at += 2;
      rows.push([]);
    }
  }
}
