import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createCsvSplitter, UnclosedQuoteError, type CsvCell } from './csv-splitter';
import { runs } from '@/test/runs';

function split(chunks: readonly string[], delimiter = ';'): CsvCell[][] {
  const splitter = createCsvSplitter(delimiter);
  const records = chunks.flatMap((chunk) => splitter.push(chunk));
  return [...records, ...splitter.finish()].map((record) => [...record]);
}

/** Returns the texts of the misquoted cells. */
function misquoted(text: string): string[] {
  return split([text], ',')
    .flat()
    .flatMap((cell) => (cell.isMisquoted ? [cell.text] : []));
}

function texts(chunks: readonly string[], delimiter = ';'): string[][] {
  return split(chunks, delimiter).map((record) => record.map(({ text }) => text));
}

/** Cuts a text into parts, like the chunks of a stream. */
function cut(text: string, places: readonly number[]): string[] {
  const ends = places.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b);
  return [...ends, text.length].map((end, index) => text.slice(index === 0 ? 0 : ends[index - 1], end));
}

const anyCell = fc.string({ unit: fc.constantFrom('a', 'ä', '"', ';', ',', '\t', '\r', '\n', ' ', '😀') });

it('splits as another parser does, wherever the file is cut', () => {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(
      fc.array(fc.array(anyCell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.constantFrom(';', ',', '\t', '|'),
      fc.array(fc.nat(), { maxLength: 6 }),
      fc.boolean(),
      (table, rowEnd, delimiter, places, isEnded) => {
        const lines = table.map((row) =>
          row.map((cell) => (/[";,\t\r\n|]/.test(cell) || cell === '' ? quoted(cell) : cell)).join(delimiter),
        );
        const text = lines.join(rowEnd) + (isEnded ? rowEnd : '');
        const expected: string[][] = parse(text, {
          delimiter,
          record_delimiter: rowEnd,
          relax_column_count: true,
        });
        expect(texts(cut(text, places), delimiter)).toEqual(expected);
        expect(expected).toEqual(table);
      },
    ),
    { numRuns: runs(500) },
  );
});

describe('cells', () => {
  test.each<[string, string, string[][]]>([
    ['a blank line is a record without a value', 'a\n\nb', [['a'], [''], ['b']]],
    ['nothing is no record', '', []],
    ['a delimiter at the end of a line ends a cell', 'a;\nb', [['a', ''], ['b']]],
    ['a quote within a cell is part of it', '5" tube;6"', [['5" tube', '6"']]],
    ['what follows a closing quote is part of the cell', '"a"b;c', [['ab', 'c']]],
    ['blanks after a closing quote are no part of the cell', '"a" \t;"b"  \n"c" ', [['a', 'b'], ['c']]],
    ['lines may end in different ways', 'a\r\nb\nc\rd', [['a'], ['b'], ['c'], ['d']]],
    ['a quoted cell keeps its line ends', '"a\r\nb\rc"\r\n', [['a\r\nb\rc']]],
  ])('%s', (_, text, expected) => {
    expect(texts([text])).toEqual(expected);
    expect(texts(Array.from(text))).toEqual(expected);
  });

  test('know whether they were quoted', () => {
    expect(split(['"";;a;"a"'])[0]?.map(({ isQuoted }) => isQuoted)).toEqual([true, false, false, true]);
  });
});

describe('quotes that are not those of the format', () => {
  test.each<[string, string, string[]]>([
    ['text after a closing quote', '1,"A" B,2', ['A B']],
    ['a quote that is not doubled', '1,"5" tube",2', ['5 tube"']],
    ['an escaped one', String.raw`1,"a \"b\" c",2`, [String.raw`a \b\" c"`]],
    ['one after blanks', '1, "A, B",2', [' "A']],
    ['two cells without a delimiter', '"a""b" "c",2', ['a"b "c"']],
  ])('%s', (_, text, expected) => {
    expect(misquoted(text)).toEqual(expected);
    expect(misquoted(`${text}\n`)).toEqual(expected);
  });

  test.each(['1,"A ""x""",2', '1,"",2', '1,"a\nb" ,2', '5" tube,6",2', 'a "b" c,2'])(
    'are none of %j',
    (text) => {
      expect(misquoted(text)).toEqual([]);
    },
  );

  test.each(['id,name,price\n1,"A,1\n2,"B,2\n3,C,3\n', '1,2\n"a\nb"c,2\n', '1,2\n"a\nb" c,2\n'])(
    'that take in other rows are as if they were not closed: %j',
    (text) => {
      expect(() => split([text], ',')).toThrow(
        expect.objectContaining({ name: 'UnclosedQuoteError', record: 2 }),
      );
      expect(() => split(Array.from(text), ',')).toThrow(UnclosedQuoteError);
    },
  );
});

test('a quote that is not closed is told, with its record', () => {
  const splitter = createCsvSplitter(',');
  splitter.push('a,b\n1,2\n3,"4\n5,6\n');
  expect([splitter.isWithinQuotes(), splitter.nextRecord()]).toEqual([true, 3]);
  const rest = 'x'.repeat(1_000_000);
  expect(() => {
    for (let part = 0; part < 20; part += 1) splitter.push(rest);
  }).toThrow(expect.objectContaining({ name: 'UnclosedQuoteError', record: 3 }));
});
