import { expect, test } from 'vitest';
import { ENGLISH } from '@/test/english-words';
import { excelCsv, MACHINE_CSV } from '@/lib/table-files/csv-dialect';
import { readCsv, readCsvHeader } from '@/lib/table-files/csv-reader';
import { formatCode } from '@/lib/table-files/xlsx-styles';
import { testField } from '@/test/test-price-column';
import { openWorkbook } from '@/lib/table-files/xlsx-reader';
import { streamedTables, tableFile, tableForClipboard, type TableFormat } from './table-file';
import {
  computedColumn,
  fieldColumn,
  percentColumn,
  summaryColumn,
  type SummaryTable,
} from './summary-table';

const TABLE: SummaryTable = {
  name: 'Pivot of Sales/price',
  columns: [
    summaryColumn('Group', 'text'),
    summaryColumn('Sum of Value', 'number', 4),
    summaryColumn('Valid from: month', 'date'),
  ],
  rows: [
    ['=HYPERLINK("x")', '12345678901234567.1234', '2024-01-01'],
    ['00123', '-1.5000', null],
    ['', null, '2023-12-01'],
    [null, '3.0000', '2024-02-01'],
  ],
  about: [['Rows', 'All 4 rows of the snapshot']],
};

const file = (format: TableFormat, excelRegion = 'de-DE') =>
  tableFile(TABLE, format, { excelRegion, aboutTitle: 'About', words: ENGLISH });

test.each([
  ['csv-machine', MACHINE_CSV],
  ['csv-excel', excelCsv('de-DE')],
] as const)('every digit and every text comes back from %s', async (format, dialect) => {
  const { name, content } = await file(format);
  expect(name).toBe('Pivot of Sales-price.csv');
  const rows = [];
  for await (const row of readCsv(content, TABLE.columns, dialect)) rows.push(row);
  expect(rows).toEqual(TABLE.rows);
  expect(await readCsvHeader(content, dialect)).toEqual(TABLE.columns.map((column) => column.name));
});

test('a CSV for Excel has the decimal sign of the region and guards formulas', async () => {
  const text = await (await file('csv-excel')).content.text();
  expect(text).toContain('-1,5000');
  expect(text).toContain(`"'=HYPERLINK(""x"")"`);
});

test('a workbook holds the figures and what they are of', async () => {
  const { name, content } = await file('xlsx');
  expect(name).toBe('Pivot of Sales-price.xlsx');
  const workbook = await openWorkbook(content);
  expect(workbook?.sheetTitles.slice(0, 2)).toEqual(['Pivot of Sales price', 'About']);
  expect(await workbook?.firstColumn('About')).toEqual(['Rows', 'Numbers as text']);
  const rows = [];
  for await (const row of workbook?.rows('Pivot of Sales price', TABLE.columns) ?? []) rows.push(row);
  expect(rows.map((row) => row[1] ?? null)).toEqual(['12345678901234567.1234', '-1.5', null, '3']);
});

test('a column of a guessed type shows every decimal place', () => {
  const field = testField('Price', { type: 'number', sqlType: 'decimal', scale: 2 });
  const formats = [field, { ...field, guessedFromRows: 200 }].map((each) => formatCode(fieldColumn(each)));
  expect(formats).toEqual(['0.00', null]);
});

test('a workbook holds date-times to the millisecond, and says of how many', async () => {
  const table: SummaryTable = {
    name: 'Rows',
    columns: [{ ...summaryColumn('At', 'date'), scale: 7 }],
    rows: [['2026-01-31T10:11:12.1239999'], ['2026-01-31T10:11:12.5000000'], ['1850-01-01']],
    about: [],
  };
  const { content } = await tableFile(table, 'xlsx', {
    excelRegion: 'de-DE',
    aboutTitle: 'About',
    words: ENGLISH,
  });
  const workbook = await openWorkbook(content);
  const rows = [];
  for await (const row of workbook?.rows('Rows', table.columns) ?? []) rows.push(row);
  expect(rows).toEqual([['2026-01-31T10:11:12.123'], ['2026-01-31T10:11:12.500'], ['1850-01-01']]);
  const about = [];
  for await (const cells of workbook?.cells('About') ?? [])
    about.push(...cells.rows.map((row) => row.cells.map(({ text }) => text)));
  expect(about.filter((row) => row.length > 0)).toEqual([
    ['Date-times shortened to the millisecond', '1'],
    ['Dates as text (not in Excel’s calendar, too precise, or no dates)', '1'],
  ]);
});

test('the clipboard gets headers, the decimal sign of the region and guarded texts', () => {
  const { content, counts } = tableForClipboard(TABLE, 'de-DE');
  const lines = content.text.split('\r\n');
  expect(lines[0]).toBe('Group\tSum of Value\tValid from: month');
  expect(lines[1]).toBe(`"'=HYPERLINK(""x"")"\t12345678901234567,1234\t2024-01-01`);
  expect(lines[2]).toBe('00123\t-1,5000\t');
  expect(counts.tooPrecise).toBe(1);
  expect(content.html).toContain('<th');
});

const [LABEL, LEAST] = [summaryColumn('Column', 'text'), summaryColumn('Least', 'number')];
const FIGURES: SummaryTable = {
  name: 'Figures',
  columns: [LABEL, LEAST],
  rowColumns: [
    [LABEL, computedColumn('Least', 2, '#,##0.00')],
    [LABEL, { ...summaryColumn('Least', 'date'), sqlType: 'date' }],
    [LABEL, summaryColumn('Least', 'text')],
    [LABEL, percentColumn('Least', 2)],
  ],
  rows: [
    ['Value', '-12.50'],
    ['ValidFrom', '2026-01-02'],
    ['Name', '00012'],
    ['Share', '-3.96'],
  ],
  about: [],
};

test('figures of several fields are each as their own: cells of a workbook', async () => {
  const options = { excelRegion: 'de-DE', aboutTitle: 'About', words: ENGLISH };
  const { content } = await tableFile(FIGURES, 'xlsx', options);
  const workbook = await openWorkbook(content);
  const cells = [];
  for await (const { rows } of workbook?.cells('Figures') ?? []) {
    cells.push(
      ...rows.map((row) => row.cells[1]).map((cell) => [cell?.kind, cell?.text, cell?.format?.kind]),
    );
  }
  expect(cells).toEqual([
    ['text', 'Least', undefined],
    ['number', '-12.5', 'number'],
    ['number', '46024', 'moment'],
    ['text', '00012', undefined],
    ['number', '-0.0396', 'percent'],
  ]);
});

test('figures of several fields are each as their own: CSV and clipboard', async () => {
  const options = { excelRegion: 'de-DE', aboutTitle: 'About', words: ENGLISH };
  const csv = await (await tableFile(FIGURES, 'csv-excel', options)).content.text();
  expect(csv.replace('\uFEFF', '').split('\r\n')).toEqual([
    'Column;Least',
    'Value;-12,50',
    'ValidFrom;02.01.2026',
    'Name;00012',
    'Share;-3,96',
    '',
  ]);
  const { text } = tableForClipboard(FIGURES, 'de-DE').content;
  expect(text.split('\r\n')[1]).toBe('Value\t-12,50');
});

test('figures of several fields beside a table are each as their own', async () => {
  const { name, columns, rows } = TABLE;
  const { content } = await streamedTables(
    {
      name,
      columns,
      tables: [{ title: 'Rows', rowCount: rows.length, batches: [rows] }],
      sheets: [
        { title: 'Plain', columns: [LABEL], rows: [['A']] },
        { ...FIGURES, title: 'Figures' },
      ],
      finish: () => Promise.resolve({ about: [], hidden: '' }),
    },
    'xlsx',
    { excelRegion: 'de-DE', aboutTitle: 'About', words: ENGLISH },
  );
  const workbook = await openWorkbook(content);
  const kinds = [];
  for await (const part of workbook?.cells('Figures') ?? []) {
    kinds.push(...part.rows.map((row) => row.cells[1]?.format?.kind));
  }
  expect(kinds).toEqual([undefined, 'number', 'moment', undefined, 'percent']);
});
