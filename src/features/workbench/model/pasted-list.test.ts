import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyChar } from '@/test/any-char';
import { tsvQuoted } from '@/lib/table-files/csv-dialect';
import { testField } from '@/test/test-price-column';
import type { Operand } from './draft-query';
import { createValueCollector, pastedCells, proposedColumn, readPasted } from './pasted-list';

const TEXT = testField('Item_Number');
const NUMBER = testField('Value', { type: 'number', sqlType: 'decimal', scale: 4, precision: 18 });

function collected(text: string, field = TEXT, locale = 'en-GB', before: readonly Operand[] = []) {
  const pasted = readPasted(text);
  const collector = createValueCollector(before, field, locale, { hasHeading: pasted.rows.length > 1 });
  for (const cell of pastedCells(pasted, null)) collector.add(cell);
  return collector.result();
}
const valuesOf = (text: string) => collected(text).values.map(({ value }) => value);

describe('pasted text', () => {
  it('is read as a spreadsheet has written it, whatever its cells hold', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('"', '""', 'a\tb', 'a\nb', 'a\r\nb', '5" pipe', '"x', 'x"', ' ', '00123', ';', 'a;b'),
    );
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 2 }));
    fc.assert(
      fc.property(table, fc.constantFrom('\r\n', '\n', '\r'), (rows, lineEnd) => {
        const text = rows.map((cells) => cells.map(tsvQuoted).join('\t')).join(lineEnd);
        expect(readPasted(`${text}${lineEnd}`).rows).toEqual(rows);
      }),
    );
  });

  it('keeps quotes that quote nothing', () => {
    expect(readPasted('"5" pipe\n6" pipe\n"7""').rows).toEqual([['"5" pipe'], ['6" pipe'], ['"7""']]);
    expect(readPasted('"a\nb"\n"say ""x"""').rows).toEqual([['a\nb'], ['say "x"']]);
  });

  it('is split by semicolons only without line breaks, and never by commas', () => {
    expect(valuesOf('DE; AT;CH')).toEqual(['DE', 'AT', 'CH']);
    expect(valuesOf('a;b\nc')).toEqual(['a;b', 'c']);
    expect(valuesOf('Smith, Sons')).toEqual(['Smith, Sons']);
    expect(valuesOf('a\tb')).toEqual(['a', 'b']);
  });

  it('has the column that names the field, else the one with the most values', () => {
    const named = readPasted('No\titem number\r\n1\tA\r\n2\tB');
    expect(proposedColumn(named, TEXT, 'en-GB')).toBe(1);
    const prices = readPasted('Bolt\t1,5\r\nNut\t2,5\r\nBolt\t3,5');
    expect(proposedColumn(prices, NUMBER, 'de-DE')).toBe(1);
    expect(proposedColumn(readPasted('EUR\tA\r\nEUR\tB'), TEXT, 'de-DE')).toBe(1);
    expect(proposedColumn(readPasted('A\tB'), TEXT, 'en-GB')).toBeNull();
    expect(pastedCells(named, 1)).toEqual([
      { text: 'item number', row: 1 },
      { text: 'A', row: 2 },
      { text: 'B', row: 3 },
    ]);
  });
});

describe('pasted cells', () => {
  it('are added once each, and none is passed over in silence', () => {
    const before = [{ value: '2.00', text: '2' }];
    const text = 'Value\r\n1.000,5\r\n2\r\n\r\nx\r\n1000,5\r\nx\r\n';
    const { values, ...counts } = collected(text, NUMBER, 'de-DE', before);
    expect(values).toEqual([
      { value: '2.00', text: '2' },
      { value: '1000.5', text: '1.000,5' },
      { value: null, text: 'x', row: 5 },
    ]);
    expect(counts).toEqual({
      addedCount: 2,
      duplicateCount: 3,
      blankCount: 1,
      unreadableCount: 1,
      heading: 'Value',
    });
  });

  it('are all counted, whatever they are', () => {
    const cell = fc.oneof(fc.string({ unit: anyChar }), fc.constantFrom('1', '1.0', '', ' ', 'Value', 'x'));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), fc.boolean(), (cells, isNumber) => {
        const collector = createValueCollector([], isNumber ? NUMBER : TEXT, 'en-GB', { hasHeading: true });
        for (const [index, text] of cells.entries()) collector.add({ text, row: index + 1 });
        const { values, addedCount, duplicateCount, blankCount, heading } = collector.result();
        expect(addedCount + duplicateCount + blankCount + (heading === null ? 0 : 1)).toBe(cells.length);
        expect(values).toHaveLength(addedCount);
      }),
    );
  });

  it('lose the formula guard of values that were copied here', () => {
    expect(valuesOf("'=1+1\r\n'-x\r\n'quoted'")).toEqual(['=1+1', '-x', "'quoted'"]);
  });

  it('can be 50,000', () => {
    const text = Array.from({ length: 50_000 }, (_, index) => String(index)).join('\r\n');
    expect(collected(text, NUMBER).addedCount).toBe(50_000);
  });
});
