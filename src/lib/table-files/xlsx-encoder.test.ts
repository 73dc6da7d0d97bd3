import { readSheet } from 'read-excel-file/node';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals, significantDigits } from '../formats/decimal';
import { canonicalDate } from './canonical-rows';
import { createPlainSerials, isoOfExcelSerial } from './excel-serial';
import { rowBatchOf, type RowBatch } from '../row-batches/row-batch';
import type { TableColumn, TableRow } from './table-column';
import { decodedRows, anyTestRow, testColumns, testRow } from '@/test/test-table';
import { createXlsxEncoder } from './xlsx-encoder';
import { CellTooLongError } from './xlsx-row-writer';
import { formatCode, SHORT_DATE_ID, xlsxStyles } from './xlsx-styles';
import { openWorkbook } from './xlsx-reader';
import { openZip } from './zip-reader';
import { inlineString, isPlainXml } from './xlsx-text';
import { runs } from '@/test/runs';

const DATED: TableColumn = {
  name: 'Changed',
  type: 'date',
  sqlType: 'datetime2',
  precision: 27,
  scale: 7,
  maxLength: null,
  formatting: '',
};

async function workbook(
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  keepsFullSeconds = false,
) {
  const fromValues = await encoded(columns, rowBatchOf(rows, columns.length), keepsFullSeconds);
  const { file, notes } = await encoded(columns, decodedRows(rows, columns.length), keepsFullSeconds);
  expect(file.equals(fromValues.file)).toBe(true);
  expect(notes).toEqual(fromValues.notes);
  return fromValues;
}

async function encoded(columns: readonly TableColumn[], rows: RowBatch, keepsFullSeconds: boolean) {
  const parts: Uint8Array[] = [];
  const encoder = await createXlsxEncoder(columns, {
    rowCount: rows.rowCount,
    sheetTitle: 'Sales price: 2026/27 [net]',
    aboutTitle: 'About',
    hasFilePerSheet: false,
    keepsFullSeconds,
    openFile: async () => ({ write: (bytes) => void parts.push(bytes.slice()) }),
  });
  await encoder.add(rows);
  await encoder.finish([['Rows', '1 < 2'], null, ['Query', 'x'.repeat(40_000)]], '{"kind":"test"}');
  return { file: Buffer.concat(parts), notes: encoder.notes() };
}

/** Reads the fill colors (ARGB) of a sheet's cells from the file itself. The keys are cell references. */
async function fillsOf(file: Buffer, sheet: number): Promise<Record<string, string | null>> {
  const zip = await openZip(new Blob([new Uint8Array(file)]));
  const textOf = async (name: string) => {
    const entry = (await zip?.entry(name)) ?? null;
    return entry === null ? '' : new Response(entry.stream()).text();
  };
  const styles = await textOf('xl/styles.xml');
  const fillColours = [...styles.matchAll(/<fill>(.*?)<\/fill>/g)].map(
    ([, fill = '']) => /fgColor rgb="(\w+)"/.exec(fill)?.[1] ?? null,
  );
  const cellXfs = /<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? '';
  const xfs = [...cellXfs.matchAll(/<xf [^>]*fillId="(\d+)"/g)].map(
    ([, id]) => fillColours[Number(id)] ?? null,
  );
  expect(styles).toContain(`<cellXfs count="${xfs.length}">`);
  expect(styles).toContain(`<fills count="${fillColours.length}">`);
  const cells = (await textOf(`xl/worksheets/sheet${sheet}.xml`)).matchAll(/<c r="([A-Z]+\d+)" s="(\d+)"/g);
  return Object.fromEntries(
    [...cells].map(([, reference = '', style]) => [reference, xfs[Number(style)] ?? null]),
  );
}

const sheetOf = (file: Buffer, sheet: number) => readSheet(file, sheet, { parseNumber: (text) => text });

describe('fills of a workbook', () => {
  it('are of rows and single cells, those without a value included, and change no value', async () => {
    const rows: readonly TableRow[] = [
      ['a', '1.5000', '2026-01-31', true],
      [null, '2.5000', null, false],
      ['c', '3.5000', '2026-01-31', null],
    ];
    const parts: Uint8Array[] = [];
    const encoder = await createXlsxEncoder(testColumns, {
      rowCount: rows.length,
      sheetTitle: 'Rows',
      aboutTitle: 'About',
      hasFilePerSheet: false,
      openFile: async () => ({ write: (bytes) => void parts.push(bytes.slice()) }),
      fills: {
        label: 'Highlights',
        legend: [
          { colour: 'FFFF0000', words: 'Value less than 2' },
          { colour: 'FF00FF00', words: 'Name is empty' },
        ],
        fillOf: (_, row) => {
          if (row === 0) return null;
          return { row: row === 1 ? 0 : null, cells: new Map([[1, 1]]) };
        },
      },
    });
    await encoder.add(decodedRows(rows, testColumns.length));
    await encoder.finish([['Rows', '3']], '{}');
    const file = Buffer.concat(parts);
    expect(await fillsOf(file, 1)).toMatchObject({
      A2: null,
      B2: null,
      A3: 'FFFF0000',
      B3: 'FF00FF00',
      C3: 'FFFF0000',
      D3: 'FFFF0000',
      A4: null,
      B4: 'FF00FF00',
    });
    const plain = (await encoded(testColumns, decodedRows(rows, testColumns.length), false)).file;
    expect((await sheetOf(file, 1)).slice(0, 4)).toEqual((await sheetOf(plain, 1)).slice(0, 4));
    // The About sheet explains the colors.
    expect(await sheetOf(file, 2)).toEqual([
      ['Rows', '3'],
      [null, null],
      ['Highlights', 'Value less than 2'],
      [null, 'Name is empty'],
    ]);
    expect(await fillsOf(file, 2)).toMatchObject({ B1: null, B3: 'FFFF0000', B4: 'FF00FF00' });
  });
});

describe('a workbook, read by another program', () => {
  it('has typed cells, and text where 15 digits are not enough', async () => {
    const { file, notes } = await workbook(testColumns, [
      ['=1+1 <&> "q"', '12.5000', '2026-01-31T10:11:12.1230000', true],
      [null, '-99999999999999.9999', '2026-01-31T10:11:12.1234567', false],
      ['', '0.0001', '1899-12-31', null],
      ['a\r\n\u0001_x0041_', '99999999999.9999', '9999-12-31', null],
    ]);
    const [header, ...rows] = await sheetOf(file, 1);
    expect(header).toEqual(['Name', 'Value', 'Changed', 'Active']);
    expect(rows).toEqual([
      ['=1+1 <&> "q"', '12.5', new Date('2026-01-31T10:11:12.123Z'), true],
      [null, '-99999999999999.9999', new Date('2026-01-31T10:11:12.123Z'), false],
      [null, '0.0001', '1899-12-31', null],
      ['a\r\n\u0001_x0041_', '99999999999.9999', new Date('9999-12-31T00:00:00Z'), null],
    ]);
    expect(notes).toEqual({
      numbersAsText: 1,
      datesAsText: 1,
      datesCut: 1,
      guardedTexts: 0,
      replacedTexts: 0,
    });
  });

  it('has all digits of a second as text where that is chosen', async () => {
    const table: TableRow[] = [
      [null, null, '2026-01-31T10:11:12.1234567', null],
      [null, null, '2026-01-31T10:11:12.1230000', null],
    ];
    const { file, notes } = await workbook(testColumns, table, true);
    const [, ...rows] = await sheetOf(file, 1);
    expect(rows.map((row) => row[2])).toEqual([
      '2026-01-31T10:11:12.1234567',
      new Date('2026-01-31T10:11:12.123Z'),
    ]);
    expect(notes).toMatchObject({ datesAsText: 1, datesCut: 0 });
  });

  it('shows as many digits of a second as the column has, and Excel holds', () => {
    const formatOf = (scale: number | null, formatting = '') => {
      const column = { ...DATED, scale, formatting };
      return /formatCode="([^"]*)"/.exec(xlsxStyles([column]).xml)?.[1];
    };
    expect([null, 0, 1, 3, 7].map((scale) => formatOf(scale))).toEqual([
      'yyyy-mm-dd hh:mm:ss',
      'yyyy-mm-dd hh:mm:ss',
      'yyyy-mm-dd hh:mm:ss.0',
      'yyyy-mm-dd hh:mm:ss.000',
      'yyyy-mm-dd hh:mm:ss.000',
    ]);
    expect(formatOf(7, 'dd.mm.yyyy hh:mm:ss.0000000')).toBe('dd.mm.yyyy hh:mm:ss.000');
  });

  it('has an About sheet, with long values on several rows, and one for programs', async () => {
    const { file } = await workbook(testColumns, []);
    const about = await sheetOf(file, 2);
    expect(about[0]).toEqual(['Rows', '1 < 2']);
    expect(about.slice(-2).map(([, value]) => String(value).length)).toEqual([30_000, 10_000]);
    expect(await sheetOf(file, 3)).toEqual([['{"kind":"test"}']]);
  });

  it('loses no digit, and no more of a second than is chosen', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(testRow, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (table, keepsFullSeconds) => {
          const { file } = await workbook(testColumns, table, keepsFullSeconds);
          const [, ...rows] = await sheetOf(file, 1);
          for (const [index, [, value = null, changed = null]] of table.entries()) {
            const [, number, date] = rows[index] ?? [];
            if (typeof value === 'string') {
              expect(compareDecimals(String(number), value)).toBe(0);
              if (significantDigits(value) > 15) expect(number).toBe(value);
            }
            if (typeof changed === 'string') {
              const text = date instanceof Date ? date.toISOString().slice(0, -1) : String(date);
              const digits = keepsFullSeconds ? null : 3;
              expect(canonicalDate(text, digits)).toBe(canonicalDate(changed, digits));
            }
          }
        },
      ),
      { numRuns: runs(40) },
    );
  });
});

it('names the columns whose formats Excel would refuse, or that are not read', async () => {
  const column = (name: string, type: TableColumn['type'], formatting: string): TableColumn => {
    const scale = type === 'number' ? 2 : null;
    return { name, type, sqlType: 'decimal', precision: 18, scale, maxLength: null, formatting };
  };
  const columns = [
    column('Sections', 'number', '0;-0;0;@;@'),
    column('Colours', 'number', '[Red][Blue]0.0'),
    column('Colour', 'number', '[Color60]0.0'),
    column('Long', 'number', `0.0"${'x'.repeat(251)}"`),
    column('Day', 'date', 'yyyy-mm-dd;;;;'),
    column('Power', 'number', '0.0E+00'),
    column('Sound', 'number', '[Red]#,##0.00;[Color56]-0.00;0;@'),
    column('None', 'number', ''),
    column('General', 'number', 'General'),
    column('Short', 'date', 'Short Date'),
    column('Text', 'text', 'XX'),
  ];
  expect(columns.slice(0, 4).map(formatCode)).toEqual(['0.00', '0.00', '0.00', '0.00']);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const encoder = await createXlsxEncoder(columns, {
    rowCount: 0,
    sheetTitle: 'Rows',
    aboutTitle: 'About',
    hasFilePerSheet: false,
    plainFormatsLabel: 'Without their format',
    openFile: async () => ({ write: (bytes) => void parts.push(bytes.slice()) }),
  });
  await encoder.finish([], '');
  expect(await readSheet(Buffer.concat(parts), 'About')).toEqual([
    [null, null],
    ['Without their format', 'Sections, Colours, Colour, Long, Day, Power'],
  ]);
});

it('has totals below its filter, after an empty row', async () => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const rows: readonly TableRow[] = [['a'], ['b'], ['Total']].map(([name = '']) => [name, '1', null, null]);
  const encoder = await createXlsxEncoder(testColumns, {
    rowCount: rows.length,
    totalRowCount: 1,
    sheetTitle: 'Pivot',
    aboutTitle: 'About',
    hasFilePerSheet: false,
    openFile: async () => ({ write: (bytes) => void parts.push(bytes.slice()) }),
  });
  const batch = rowBatchOf(rows, testColumns.length);
  await encoder.add(batch);
  await encoder.beginTable('Plain', rows.length);
  await encoder.add(batch);
  await encoder.finish([], '');
  const zip = await openZip(new Blob(parts));
  const textOf = async (name: string) => {
    const entry = await zip?.entry(name);
    return entry == null ? '' : new Response(entry.stream()).text();
  };
  expect(await textOf('xl/worksheets/sheet1.xml')).toContain('<autoFilter ref="A1:D3"/>');
  expect(await textOf('xl/worksheets/sheet1.xml')).toContain('<dimension ref="A1:D5"/>');
  expect(await textOf('xl/worksheets/sheet2.xml')).toContain('<autoFilter ref="A1:D4"/>');
  expect(await textOf('xl/workbook.xml')).toContain("'Pivot'!$A$1:$D$3<");
  const sheet = await readSheet(Buffer.concat(parts), 'Pivot');
  expect(sheet.map(([name]) => name)).toEqual([testColumns[0]?.name, 'a', 'b', null, 'Total']);
});

describe('the sheets of a workbook', () => {
  async function sheetsOf(titles: readonly string[], hidden: string) {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const [first = '', ...others] = titles;
    const encoder = await createXlsxEncoder(testColumns, {
      rowCount: 0,
      sheetTitle: first,
      aboutTitle: 'About',
      hasFilePerSheet: false,
      openFile: async () => ({ write: (bytes) => void parts.push(bytes.slice()) }),
    });
    for (const title of others) await encoder.beginTable(title, 0);
    await encoder.finish([], hidden);
    return (await openWorkbook(new Blob(parts)))?.sheetTitles;
  }

  it.each([
    ["Kunde 'Müller'?", "Kunde 'Müller"],
    ["' '' Net '", 'Net'],
    ["'?'", 'Sheet'],
    ['history', 'history 2'],
    ['History?', 'History 2'],
    // The title is cut at 31 characters, just before or after an apostrophe.
    [`${'x'.repeat(29)}'${'y'.repeat(9)}`, `${'x'.repeat(29)}'…`],
  ])('have titles that Excel accepts: %s', async (title, expected) => {
    expect(await sheetsOf([title], '')).toEqual([expected, 'About']);
  });

  it('have different titles, after what Excel refuses is gone', async () => {
    expect(await sheetsOf(['History', "'History'", 'HISTORY 2', "About'"], '')).toEqual([
      'History 2',
      'History 3',
      'HISTORY 2 2',
      'About',
      'About 2',
    ]);
  });

  it('have titles without apostrophes around, whatever they are made from', async () => {
    const sign = fc.constantFrom("'", ' ', '?', 'a', '\u{1f600}', '…', '-', ',');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: sign, maxLength: 70 }), async (title) => {
        const [made = ''] = (await sheetsOf([title], '')) ?? [];
        expect(made).toMatch(/^[^'\s](?:.*[^'\s])?$/u);
        expect(made.length).toBeLessThanOrEqual(31);
      }),
      { numRuns: runs(40) },
    );
  });

  it('include one for programs only where there is something for them', async () => {
    expect(await sheetsOf(['Rows'], '')).toEqual(['Rows', 'About']);
    expect(await sheetsOf(['Rows'], '{}')).toEqual(['Rows', 'About', 'Certificate']);
  });
});

describe('the widths of the columns', () => {
  const column = (
    name: string,
    type: TableColumn['type'],
    given: Partial<TableColumn> = {},
  ): TableColumn => ({
    name,
    type,
    sqlType: { text: 'nvarchar', number: 'decimal', date: 'datetime2', boolean: 'bit' }[type],
    precision: null,
    scale: null,
    maxLength: null,
    formatting: '',
    ...given,
  });
  const columns = [
    column('Text', 'text', { maxLength: 4000 }),
    column('A long name of a column', 'text'),
    column('No', 'number', { formatting: '#,##0.00' }),
    column('On', 'date', { sqlType: 'date' }),
    column('At', 'date', { scale: 7 }),
    column('Is', 'boolean'),
    column('Note', 'text'),
  ];
  async function widthsOf(rows: readonly TableRow[], keepsFullSeconds = false): Promise<readonly number[]> {
    const { file } = await workbook(columns, rows, keepsFullSeconds);
    const zip = await openZip(new Blob([new Uint8Array(file)]));
    const sheet = await zip?.entry('xl/worksheets/sheet1.xml');
    const xml = sheet == null ? '' : await new Response(sheet.stream()).text();
    return [...xml.matchAll(/<col min="\d+" max="\d+" width="(\d+)"/g)].map(([, width]) => Number(width));
  }

  it('are those of their longest cells as Excel shows them, or of their names', async () => {
    const at = '2026-01-31T10:11:12.1230000';
    expect(
      await widthsOf([
        ['four', 'x', '1234567.5', '2026-01-31', at, false, 'x'.repeat(400)],
        ['twelve chars', null, '-5', null, null, null, '日本語日本語'],
      ]),
    ).toEqual([14, 27, 14, 12, 25, 8, 60]);
    expect(await widthsOf([])).toEqual([8, 27, 6, 6, 6, 6, 8]);
    const full: TableRow = [null, null, null, '1899-12-31', '2026-01-31T10:11:12.1234567', null, null];
    expect((await widthsOf([full])).slice(3, 5)).toEqual([12, 25]);
    expect((await widthsOf([full], true)).slice(3, 5)).toEqual([12, 29]);
  });

  it('leave room for longer numbers below the rows that were measured', { tags: ['long'] }, async () => {
    const short: TableRow = ['x'.repeat(30), null, '1', null, null, null, null];
    const widths = await widthsOf([
      ...Array.from({ length: 6_000 }, () => short),
      [null, null, '123456789.25', null, null, null, 'a text further down'],
    ]);
    expect(widths).toEqual([32, 27, 14, 20, 20, 20, 20]);
  });
});

it('rejects a text that exceeds a cell, with column and row', async () => {
  const rows: TableRow[] = [
    ['x'.repeat(32_767), null, null, null],
    ['x'.repeat(32_768), null, null, null],
  ];
  const error = await workbook(testColumns, rows).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CellTooLongError);
  expect(error).toMatchObject({ column: 'Name', row: 2 });
});

it('preserves white space around a text', () => {
  for (const text of [' a', 'a ', '\ta', 'a\n', ' '])
    expect(inlineString(text)).toContain('xml:space="preserve"');
  expect(inlineString('a b')).toBe('<is><t>a b</t></is>');
});

it('gives the same bytes for the same rows', async () => {
  const rows: TableRow[] = [['a', '1', '2026-01-31', true]];
  const { file } = await workbook(testColumns, rows);
  expect((await workbook(testColumns, rows)).file.equals(file)).toBe(true);
});

it('counts days as Excel does', () => {
  expect(isoOfExcelSerial(61)).toBe('1900-03-01');
  expect(isoOfExcelSerial(46053.5)).toBe('2026-01-31T12:00:00.000');
  const bytes = new TextEncoder().encode('2026-01-31T12:00:00.1234');
  expect(createPlainSerials()(bytes, 0, 10)).toBe(46053);
  expect(createPlainSerials()(bytes, 0, 23)).toBe(46053.5 + 0.123 / 86_400);
  expect(createPlainSerials()(bytes, 0, 24)).toBeNull();
});

it('writes moments that programs read alike whether they round or truncate', () => {
  const ms = fc.integer({ min: Date.parse('1900-03-01'), max: Date.parse('9999-12-31') });
  const serialAt = createPlainSerials();
  fc.assert(
    fc.property(fc.oneof(ms, fc.constant(Date.parse('4869-11-17T12:30:45Z'))), (moment) => {
      const text = new Date(moment).toISOString().slice(0, -1);
      const serial = serialAt(new TextEncoder().encode(text), 0, text.length) ?? Number.NaN;
      expect(Math.floor((serial - 25_569) * 86_400_000)).toBe(moment);
      expect(Math.round(serial * 86_400_000) - 25_569 * 86_400_000).toBe(moment);
    }),
  );
});

it('writes the same bytes for plain and decoded cells', async () => {
  // The `workbook` helper itself compares the bytes of plain and decoded cells.
  const rows = fc.array(anyTestRow, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(rows, async (table) => void (await workbook(testColumns, table))),
    { numRuns: runs(40) },
  );
});

it('escapes every text that needs it', () => {
  const put = fc.constantFrom('', ' ', '&', '<', '>', '_x0041_', '\u007F', '\u0085', '\uFFFE', '\uFFFF');
  fc.assert(
    fc.property(put, fc.string({ unit: 'grapheme' }), put, (before, text, after) => {
      const plain = `${before}${text}${after}`;
      fc.pre(JSON.stringify(plain) === `"${plain}"`);
      const bytes = new TextEncoder().encode(plain);
      if (isPlainXml(bytes, 0, bytes.length)) expect(inlineString(plain)).toBe(`<is><t>${plain}</t></is>`);
    }),
    { numRuns: runs(1_000) },
  );
});

it('a guessed type hides neither decimal places nor times that the guess has not seen', () => {
  const price = { ...DATED, type: 'number', sqlType: 'decimal', scale: 2, formatting: '' } as const;
  const day = { ...DATED, sqlType: 'date', scale: null, formatting: '' } as const;
  expect([price, day].map(formatCode)).toEqual(['0.00', SHORT_DATE_ID]);
  const guessed = [price, day].map((column) => formatCode({ ...column, isGuessed: true }));
  expect(guessed).toEqual([null, 'yyyy-mm-dd hh:mm:ss']);
});
