import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excelCsv, MACHINE_CSV, type CsvDialect } from './csv-dialect';
import { createCsvEncoder } from './csv-encoder';
import { readCsv } from './csv-reader';
import { rowBatchOf, type RowBatch } from '../row-batches/row-batch';
import type { TableColumn, TableRow } from './table-column';
import { decodedRows, anyTestRow, testColumns, testRow } from '@/test/test-table';
import { runs } from '@/test/runs';

function csv(columns: readonly TableColumn[], rows: readonly TableRow[], dialect: CsvDialect) {
  const fromValues = encoded(columns, rowBatchOf(rows, columns.length), dialect);
  expect(encoded(columns, decodedRows(rows, columns.length), dialect)).toEqual(fromValues);
  return fromValues;
}

function encoded(columns: readonly TableColumn[], rows: RowBatch, dialect: CsvDialect) {
  const bytes: number[] = [];
  const encoder = createCsvEncoder(columns, dialect, { write: (part) => bytes.push(...part) });
  void encoder.add(rows);
  return {
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(bytes)),
    notes: encoder.notes(),
  };
}

const rows: TableRow[] = [
  ['A-1', '-12345678901234.5678', '2026-01-31T10:11:12.1234567', true],
  ['=1+1', '12.5000', '2026-01-31T00:00:00.0000000', false],
  ['', null, null, null],
  ['a;b,"c"\r\nd', '-0.5', '0999-12-31', null],
];

describe('golden bytes', () => {
  it('for a German Excel', () => {
    expect(csv(testColumns, rows, excelCsv('de')).text).toBe(
      '\uFEFFName;Value;Changed;Active\r\n' +
        'A-1;-12345678901234,5678;31.01.2026 10:11:12,1234567;1\r\n' +
        "'=1+1;12,5000;31.01.2026;0\r\n" +
        '"";;;\r\n' +
        '"a;b,""c""\r\nd";-0,5;31.12.0999;\r\n',
    );
  });

  it('for a British Excel', () => {
    expect(csv(testColumns, rows, excelCsv('en-GB')).text).toBe(
      '\uFEFFName,Value,Changed,Active\r\n' +
        'A-1,-12345678901234.5678,31/01/2026 10:11:12.1234567,1\r\n' +
        "'=1+1,12.5000,31/01/2026,0\r\n" +
        '"",,,\r\n' +
        '"a;b,""c""\r\nd",-0.5,31/12/0999,\r\n',
    );
  });

  it('for a French Excel', () => {
    expect(csv(testColumns, rows, excelCsv('fr-FR')).text).toBe(
      '\uFEFFName;Value;Changed;Active\r\n' +
        'A-1;-12345678901234,5678;31/01/2026 10:11:12,1234567;1\r\n' +
        "'=1+1;12,5000;31/01/2026;0\r\n" +
        '"";;;\r\n' +
        '"a;b,""c""\r\nd";-0,5;31/12/0999;\r\n',
    );
  });

  it('for programs', () => {
    expect(csv(testColumns, rows, MACHINE_CSV).text).toBe(
      'Name,Value,Changed,Active\n' +
        'A-1,-12345678901234.5678,2026-01-31T10:11:12.1234567,true\n' +
        '=1+1,12.5000,2026-01-31T00:00:00.0000000,false\n' +
        '"",,,\n' +
        '"a;b,""c""\r\nd",-0.5,0999-12-31,\n',
    );
  });

  it('with another separator and ISO dates, as chosen', () => {
    const dialect = excelCsv('de', { delimiter: '\t', hasIsoDates: true });
    expect(csv(testColumns, rows.slice(0, 1), dialect).text).toBe(
      '\uFEFFName\tValue\tChanged\tActive\r\nA-1\t-12345678901234,5678\t2026-01-31T10:11:12.1234567\t1\r\n',
    );
  });
});

describe('the guard against formulas', () => {
  const guarded = (text: string) => csv(testColumns, [[text, null, null, null]], excelCsv('en-GB'));

  it.each([
    '=1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    "'=1",
    '-',
    '=cmd|calc',
    // Full-width signs of East Asian keyboards, and signs after characters that spreadsheets skip.
    '＝1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    ' =1',
    '\u00A0=1',
    '\u200B\uFEFF=1',
    "' =1",
  ])('takes in %j', (text) => {
    const [, record] = parse(guarded(text).text, { bom: true });
    expect(record?.[0]).toBe(`'${text}`);
    expect(guarded(text).notes.guardedTexts).toBe(1);
  });

  it.each(['a=1', '1-2', ' 1=1', "'a", '00123', '', '10,-', 'a, b; c', 'M8|-40..+85'])(
    'leaves %j alone',
    (text) => {
      const [, record] = parse(guarded(text).text, { bom: true });
      expect(record?.[0]).toBe(text);
      expect(guarded(text).notes.guardedTexts).toBe(0);
    },
  );

  it.each(['a;=1+1', 'x,=1+1', 'x|=1+1', 'x\t=1+1', 'a\n@b', 'a\r\n=1', 'x, "=1+1', '"=1'])(
    'leaves %j unchanged, quoted as a whole whatever the separator',
    (text) => {
      for (const delimiter of SEPARATORS) {
        const written = csv(testColumns, [[text, null, null, text]], excelCsv('de', { delimiter }));
        const quoted = `"${text.replaceAll('"', '""')}"`;
        const empty = delimiter.repeat(3);
        expect(written.text.split('\r\n').slice(1).join('\r\n')).toBe(`${quoted}${empty}${quoted}\r\n`);
        expect(written.notes.guardedTexts).toBe(0);
      }
    },
  );

  it('never touches numbers', () => {
    const { text, notes } = csv(testColumns, [[null, '-5.00', null, null]], excelCsv('de'));
    expect(text).toContain(';-5,00;');
    expect(notes.guardedTexts).toBe(0);
  });

  it('guards misfits in columns of numbers and dates', () => {
    for (const hasIsoDates of [false, true]) {
      const { text, notes } = csv(testColumns, [[null, '=1', '=2', '=3']], excelCsv('de', { hasIsoDates }));
      expect(notes.guardedTexts).toBe(3);
      expect(text).toContain(`\r\n;"'=1";"'=2";"'=3"\r\n`);
    }
  });

  it('leaves no cell that begins with a formula, read with the separator of the file', () => {
    const region = fc.constantFrom('de', 'en-GB', 'hu', 'ar-EG');
    const options = fc.record({
      delimiter: fc.constantFrom(null, ...SEPARATORS),
      hasIsoDates: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyTestRow, { maxLength: 4 }), region, options, (table, of, choices) => {
        // Leaves out negative numbers, because their minus needs no guard but looks like a formula.
        const rows = table.map((row) =>
          row.with(1, String(row[1]).startsWith('-') ? null : (row[1] ?? null)),
        );
        const dialect = excelCsv(of, choices);
        const { text } = csv(testColumns, rows, dialect);
        expect(cellsBetween(text, dialect.delimiter).filter(isFormula)).toEqual([]);
        expect(strictCellsBetween(text, dialect.delimiter).filter(isFormula)).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });
});

it('is read by another program as what it was made from', () => {
  fc.assert(
    fc.property(fc.array(testRow, { maxLength: 8 }), fc.constantFrom(',', ';', '\t'), (table, delimiter) => {
      const { text } = csv(testColumns, table, { ...MACHINE_CSV, delimiter });
      const records: string[][] = parse(text, { delimiter, relax_column_count: false });
      expect(records.slice(1)).toEqual(table.map((row) => row.map((cell) => String(cell ?? ''))));
    }),
  );
});

it('writes the same however a cell has come', () => {
  const dialect = fc.constantFrom(
    MACHINE_CSV,
    ...['de', 'en-GB', 'hu', 'ar-EG'].flatMap((region) =>
      [null, ',', '\t'].flatMap((delimiter) =>
        [false, true].map((hasIsoDates) => excelCsv(region, { delimiter, hasIsoDates })),
      ),
    ),
  );
  fc.assert(
    fc.property(fc.array(anyTestRow, { maxLength: 8 }), dialect, (table, chosen) => {
      // The `csv` helper itself compares the bytes of plain and decoded cells.
      csv(testColumns, table, chosen);
    }),
    { numRuns: runs(500) },
  );
});

const SEPARATORS = [',', ';', '\t', '|'];

/** Splits cells as Excel does: quotes count only at the start of a cell, and text after a closing quote belongs to the cell. */
function cellsBetween(file: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  for (let at = 0; at <= file.length; at += 1) {
    const sign = file.charAt(at);
    if (cell === '' && sign === '"') {
      for (at += 1; at < file.length; at += 1) {
        if (file.startsWith('""', at)) at += 1;
        else if (file.charAt(at) === '"') break;
        cell += file.charAt(at);
      }
    } else if (sign === separator || sign === '\r' || sign === '\n' || sign === '') {
      cells.push(cell);
      cell = '';
    } else {
      cell += sign;
    }
  }
  return cells;
}

/** Splits cells as a strict reader does: all text between two quotes belongs together, wherever the quotes are. */
function strictCellsBetween(file: string, separator: string): string[] {
  const tokens = file.match(/"(?:[^"]|"")*"?|[^"]/g) ?? [];
  const cells = [''];
  for (const token of tokens) {
    if (token === separator || token === '\r' || token === '\n') cells.push('');
    else cells.push(`${cells.pop() ?? ''}${token.startsWith('"') ? unquoted(token) : token}`);
  }
  return cells;
}

function unquoted(token: string): string {
  return token.slice(1, -1).replaceAll('""', '"');
}

/** Whether a spreadsheet would evaluate the cell as a formula. */
function isFormula(cell: string): boolean {
  return /^[\p{Cc}\p{Cf}\p{Z}]*[=@＝＠+\-＋－]/u.test(cell);
}

describe('a table of a single column', () => {
  const columns = testColumns.slice(0, 1);

  it('has every row for readers that leave out blank lines', () => {
    const { text } = csv(columns, [['a'], [null], ['b']], MACHINE_CSV);
    expect(text).toBe('Name\na\n""\nb\n');
    expect(parse(text, { skip_empty_lines: true })).toEqual([['Name'], ['a'], [''], ['b']]);
  });

  it('is read again with its values', async () => {
    const { text } = csv(columns, [['a'], [null]], MACHINE_CSV);
    const dialect = { ...MACHINE_CSV, quotesNoValue: true };
    const rows: TableRow[] = [];
    for await (const row of readCsv(new File([text], 'a.csv'), columns, dialect)) rows.push(row);
    expect(rows).toEqual([['a'], [null]]);
  });
});

it('counts texts that UTF-8 cannot hold', () => {
  const { text, notes } = csv(testColumns, [['a\ud800b', null, null, '\udc00']], MACHINE_CSV);
  expect(text).toContain('\na\ufffdb,,,');
  expect(notes.replacedTexts).toBe(2);
});
