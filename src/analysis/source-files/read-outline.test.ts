import { describe, expect, test } from 'vitest';
import { MACHINE_CSV } from '@/lib/table-files/csv-dialect';
import { createZipWriter } from '@/lib/table-files/zip-writer';
import { tableFiles } from '@/test/table-file';
import { startInProcessFiles } from '@/test/in-process-files';
import { testColumns } from '@/test/test-table';
import type { FileOutline, OutlineChoices } from './file-outline';
import { readFileOutline } from './read-file';

function outlineOf(files: readonly File[], choices: OutlineChoices = {}): Promise<FileOutline> {
  return readFileOutline(files, choices, {
    signal: new AbortController().signal,
    startWorker: startInProcessFiles,
  });
}

const named = (parts: BlobPart[], name = 'prices.csv') => new File(parts, name);
const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const OLD_EXCEL = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

const sheetFile = (sheet: string) => `<worksheet><sheetData>${sheet}</sheetData></worksheet>`;

async function zipped(entries: Readonly<Record<string, string>>): Promise<File> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = createZipWriter({ write: (bytes) => void parts.push(Uint8Array.from(bytes)) });
  for (const [name, text] of Object.entries(entries)) await zip.add(name, text);
  zip.finish();
  return new File(parts, 'prices.xlsx');
}

const ROWS = [['a', '1', null, true]];

/** Returns a line whose members no other row has. */
const jsonRow = (row: number) =>
  `${JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, place) => [`c${row} ${place}`, 1])))}\n`;

describe('a file that cannot be compared with says why', () => {
  test.each<[string, () => File[] | Promise<File[]>, object]>([
    ['nothing in it', () => [named([])], { kind: 'empty' }],
    ['blanks alone', () => [named(['\uFEFF \r\n\r\n \t'])], { kind: 'empty' }],
    ['empty cells alone', () => [named([';;\r\n;;\r\n'])], { kind: 'empty' }],
    ['headers alone', () => [named(['Number;Price\r\n'])], { kind: 'no-rows' }],
    ['headers and blank lines', () => [named(['Number;Price\r\n;\r\n\r\n'])], { kind: 'no-rows' }],
    ['a PDF named .csv', () => [named(['%PDF-1.7\n%âãÏÓ\n1 0 obj'])], { kind: 'foreign', found: 'pdf' }],
    ['a picture', () => [named([latin1('\x89PNG\r\n\x1a\n')])], { kind: 'foreign', found: 'image' }],
    ['a photo', () => [named([latin1('\xff\xd8\xff\xe0')])], { kind: 'foreign', found: 'image' }],
    [
      'a web page named .xls',
      () => [named(['<html><table>'], 'prices.xls')],
      { kind: 'foreign', found: 'web-page' },
    ],
    ['XML', () => [named(['<?xml version="1.0"?><a/>'])], { kind: 'foreign', found: 'xml' }],
    ['JSON that is a list', () => [named(['[{"Number": 1}]'], 'a.json')], { kind: 'foreign', found: 'json' }],
    [
      'JSON on several lines',
      () => [named(['{\n  "Number": 1\n}'], 'a.json')],
      { kind: 'foreign', found: 'json' },
    ],
    [
      'a workbook of before 2007',
      () => [named([latin1(`${OLD_EXCEL}${'\0'.repeat(600)}`)])],
      { kind: 'foreign', found: 'old-excel' },
    ],
    [
      'a workbook with a password',
      () => [named([latin1(OLD_EXCEL), Uint8Array.from(Buffer.from('EncryptedPackage', 'utf16le'))])],
      { kind: 'foreign', found: 'protected' },
    ],
    ['gzip', () => [named([latin1('\x1f\x8b\x08\0')])], { kind: 'foreign', found: 'archive' }],
    [
      'a document of another kind',
      async () => [await zipped({ 'word/document.xml': '<w/>' })],
      { kind: 'foreign', found: 'archive' },
    ],
    [
      'an OpenDocument table',
      async () => [await zipped({ mimetype: 'application/vnd.oasis' })],
      { kind: 'foreign', found: 'open-document' },
    ],
    [
      'bytes',
      () => [named([Uint8Array.from({ length: 999 }, (_, index) => (index * 7) % 256)])],
      { kind: 'foreign', found: 'other' },
    ],
    ['half a workbook', async () => [await halved('xlsx')], { kind: 'damaged' }],
    ['half a Parquet file', async () => [await halved('parquet')], { kind: 'damaged' }],
    [
      'half of JSON lines',
      () => [named(['{"a":1}\n{"a":2}\n{"a"'], 'a.jsonl')],
      { kind: 'damaged', damage: { kind: 'line', place: '3' } },
    ],
    [
      'JSON lines in another encoding',
      () => [named([latin1('{"a":1}\n{"a":"\xfc"}\n')], 'a.jsonl')],
      { kind: 'wrong-encoding', encoding: 'utf-8', line: 2 },
    ],
    [
      'JSON lines with a column for every row',
      () => [
        named(
          Array.from({ length: 1_000 }, (_, row) => jsonRow(row)),
          'a.jsonl',
        ),
      ],
      { kind: 'too-many-columns' },
    ],
    ['a workbook without cells', async () => [await workbook('<sheetData/>')], { kind: 'empty' }],
    [
      'a workbook with headers alone',
      async () => [await workbook(row(1, ['Number', 'Price']))],
      { kind: 'no-rows' },
    ],
    [
      'a quote that is never closed',
      () => [named(['Number;Price\nA;1\n"B;2\n'])],
      { kind: 'unclosed-quote', record: 3 },
    ],
    [
      'a certificate alone',
      async () => [(await csvWithCertificate())[1] as File],
      { kind: 'certificate-only', fileName: 'table.csv' },
    ],
    ['two tables', () => [named(['a,b\n1,2']), named(['a,b\n1,2'], 'b.csv')], { kind: 'several-files' }],
  ])('%s', async (_, files, expected) => {
    await expect(outlineOf(await files())).rejects.toMatchObject({
      name: 'FileProblemError',
      problem: expected,
    });
  });

  test.each([
    ['a line without an end', ['x'.repeat(17_000_000)]],
    ['a row without an end', ['a,'.repeat(1_000_001)]],
  ])('%s', { tags: ['long'] }, async (_, parts) => {
    await expect(outlineOf([named(parts)])).rejects.toMatchObject({
      name: 'FileProblemError',
      problem: { kind: 'damaged' },
    });
  });

  test('so does one that was moved or changed since it was chosen', async () => {
    const gone = new File(['a,b\n1,2'], 'a.csv');
    Object.defineProperty(gone, 'slice', {
      value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
    });
    await expect(outlineOf([gone])).rejects.toMatchObject({ problem: { kind: 'unreadable' } });
  });
});

async function halved(kind: 'xlsx' | 'parquet'): Promise<File> {
  const [file] = await tableFiles({ kind }, testColumns, ROWS, false);
  if (file === undefined) throw new Error('There is a file.');
  return new File([await file.slice(0, Math.floor(file.size / 2)).arrayBuffer()], file.name);
}

function csvWithCertificate(): Promise<File[]> {
  return tableFiles({ kind: 'csv', dialect: MACHINE_CSV }, testColumns, ROWS, true);
}

const cell = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (number: number, texts: readonly string[]) =>
  `<sheetData><row r="${number}">${texts.map((text, index) => cell(`${'ABCDEF'[index]}${number}`, text)).join('')}</row></sheetData>`;

const RELATIONS = '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>';

function workbook(sheet: string, { book = '', styles = '' } = {}): Promise<File> {
  return zipped({
    'xl/workbook.xml': `<workbook>${book}<sheets><sheet name="List" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': RELATIONS,
    'xl/worksheets/sheet1.xml': `<worksheet>${sheet}</worksheet>`,
    'xl/styles.xml': styles,
  });
}

describe('the layout of a CSV file is found', () => {
  test.each<[string, string, object]>([
    ['semicolons beside decimal commas', 'Nr;Preis\n1;1,50\n2;2,75', { delimiter: ';' }],
    ['commas', 'Number,Price\n1,1.50\n2,2.75', { delimiter: ',' }],
    ['tabs', 'Number\tPrice\n1\t1,50', { delimiter: '\t' }],
    ['bars', 'Number|Price\n1|1,50', { delimiter: '|' }],
    ['texts with other separators', 'Number;Name\n1;"a,b,c"\n2;"d,e"\n3;f', { delimiter: ';' }],
    ['a line that Excel reads', 'sep=|\nNumber|Price,net\n1|1,50', { delimiter: '|', headerRow: 2 }],
    ['a title above', 'Price list\n\nNumber,Price\n1,2\n3,4', { delimiter: ',', headerRow: 3 }],
    [
      'a title as wide as the table',
      'Price list;;\nNumber;Price;Unit\n1;2;3',
      { delimiter: ';', headerRow: 2 },
    ],
    ['a single column', 'Number\nA-1\nA-2', { delimiter: ',' }],
  ])('%s', async (_, text, { headerRow = 1, ...csv }: { headerRow?: number }) => {
    const outline = await outlineOf([named([text])]);
    expect(outline.csv).toMatchObject(csv);
    expect(outline.headerRow).toBe(headerRow);
    expect(outline.isRowCountExact).toBe(true);
  });

  test('unless the person says otherwise', async () => {
    const file = named([latin1('Nr;Gr\xf6\xdfe\n1;2')]);
    expect((await outlineOf([file])).columns.map(({ name }) => name)).toEqual(['Nr', 'Größe']);
    const chosen = await outlineOf([file], { encoding: 'windows-1250', delimiter: ',' });
    expect(chosen.columns.map(({ name }) => name)).toEqual(['Nr;Größe']);
    expect(chosen.csv).toMatchObject({ encoding: 'windows-1250', delimiter: ',' });
  });

  test('and one that is no UTF-8 from its beginning says so, and since which line', async () => {
    const file = named([latin1('Nr;Name\n1;a\n2;Gr\xf6\xdfe')]);
    expect((await outlineOf([file])).csv).toMatchObject({ encoding: 'windows-1252', otherThanUtf8: 3 });
    const chosen = await outlineOf([file], { encoding: 'windows-1252' });
    expect(chosen.csv).toMatchObject({ encoding: 'windows-1252', otherThanUtf8: null });
    await expect(outlineOf([file], { encoding: 'utf-8' })).rejects.toMatchObject({
      problem: { kind: 'wrong-encoding', encoding: 'utf-8', line: 3 },
    });
  });

  test.each([
    'Number;Price\nA;1\nB;\0\n',
    `Number;Price\n${'A;1\n'.repeat(100_000)}B;\0\n`,
    `Number;Price\n${'\0'.repeat(5_000)}`,
  ])('and null characters are refused wherever they are %#', async (text) => {
    const line = text.split('\0')[0]?.split('\n').length;
    const problem = { kind: 'null-character', line };
    await expect(outlineOf([named([text])])).rejects.toMatchObject({ problem });
    const utf16 = Uint8Array.from(Buffer.from(`\uFEFF${text}`, 'utf16le'));
    await expect(outlineOf([named([utf16])])).rejects.toMatchObject({ problem });
  });

  test('and the row of the headers can be chosen', async () => {
    const file = named(['Price list;2026;;\nunit;EUR;EUR;\nNumber;Price;Old price;\n1;2;3;\n4;5;6;\n']);
    const found = await outlineOf([file]);
    expect(found.headerRow).toBe(2);
    expect(found.firstRows).toEqual([
      { row: 1, texts: ['Price list', '2026'] },
      { row: 2, texts: ['unit', 'EUR', 'EUR'] },
      { row: 3, texts: ['Number', 'Price', 'Old price'] },
      { row: 4, texts: ['1', '2', '3'] },
    ]);
    const chosen = await outlineOf([file], { headerRow: 3 });
    expect(chosen).toMatchObject({ headerRow: 3, rowCount: 2, firstRows: found.firstRows });
    expect(chosen.columns.map(({ name }) => name)).toEqual(['Number', 'Price', 'Old price', '']);
    expect(chosen.columns[1]?.cells.map((cell) => cell?.text)).toEqual(['2', '5']);
  });

  test.each<[string, string, number, string[]]>([
    ['rows alone end with a delimiter', 'a;b\n11;22;\n33;33;\n', 1, ['a', 'b']],
    ['the only row does', 'a,b\n1,2,\n', 1, ['a', 'b']],
    ['rows end with several', 'a,b\n1,2,,,\n3,4,,,\n', 1, ['a', 'b']],
    ['rows are wider than the headers', 'a,b\n1,2,3\n4,5,6\n', 1, ['a', 'b']],
    ['rows of texts and days are', 'Item;Price\nA-1;1,50;01.02.2026\nA-2;2,50;\n', 1, ['Item', 'Price']],
    [
      'a title is above',
      'Prices of;2026\nItem;Price;From\nA-1;1,50;01.02.2026\n',
      2,
      ['Item', 'Price', 'From'],
    ],
    ['a title of texts is', 'List;net\nItem;Price;From\nA-1;1,50;01.02.2026\n', 2, ['Item', 'Price', 'From']],
    ['headers are years', 'Item;2025;2026\nA-1;1,50;1,60\nA-2;1,70;1,80\n', 1, ['Item', '2025', '2026']],
    ['the last column is empty', 'a,b,c\n1,2,\n3,4,\n', 1, ['a', 'b', 'c']],
  ])('and headers are found where %s', async (_, text, headerRow, names) => {
    const outline = await outlineOf([named([text])]);
    expect(outline.headerRow).toBe(headerRow);
    expect(outline.columns.map(({ name }) => name)).toEqual(names);
  });

  test('and headers that stand twice are named', async () => {
    const outline = await outlineOf([named(['Price,Number,Price,\n1,2,3,4'])]);
    expect(outline.doubledHeaders).toEqual(['Price']);
    expect(outline.columns.map(({ name }) => name)).toEqual(['Price', 'Number', 'Price', '']);
  });

  test('and the rows of a large file are foreseen by its lines', async () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `A-${index},${index}.5`);
    const outline = await outlineOf([named(['Number,Price\n', lines.join('\n'), '\n'])]);
    expect(outline).toMatchObject({ rowCount: 30_000, isRowCountExact: false });
    expect(outline.columns[0]?.cells).toHaveLength(1_000);
  });
});

describe('a workbook of another program', () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy;@"/><numFmt numFmtId="171" formatCode="[Red]0.00&quot; days&quot;"/></numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`;
  const sheet = `<sheetData><row r="2"><c r="B2" t="inlineStr"><is><t>Key</t></is></c>${cell('C2', 'From')}${cell('D2', 'Price')}</row>
    <row r="3"><c r="B3"><v>1001</v></c><c r="C3" s="1"><v>46053</v></c><c r="D3" s="3"><v>1234.5</v></c></row>
    <row r="4"><c r="B4"><v>1002</v></c><c r="C4" s="2"><v>46053.5</v></c><c r="D4" t="e"><v>#N/A</v></c></row></sheetData>`;
  const cellsOf = ({ columns }: FileOutline) =>
    columns.map(({ cells }) => cells.map((each) => each?.shown ?? null));

  test('has dates where it shows dates, and an empty column before the first', async () => {
    const outline = await outlineOf([await workbook(sheet, { styles })]);
    expect(outline).toMatchObject({ format: 'xlsx', sheet: 'List', sheets: ['List'], rowCount: 2 });
    expect(outline.columns.map(({ name }) => name)).toEqual(['', 'Key', 'From', 'Price']);
    expect(cellsOf(outline)).toEqual([
      [null, null],
      ['1001', '1002'],
      ['2026-01-31', '2026-01-31T12:00:00.000'],
      ['1234.5', '#N/A'],
    ]);
  });

  test('has the row numbers of the spreadsheet, and the row of its headers can be chosen', async () => {
    const titled = `<sheetData><row r="1">${cell('A1', 'Price list')}${cell('B1', 'valid')}</row>
      <row r="4">${cell('A4', 'EUR')}${cell('B4', 'net')}</row><row r="6">${cell('A6', 'Number')}${cell('B6', 'Price')}</row>
      <row r="9">${cell('A9', 'A-1')}<c r="B9"><v>2</v></c></row></sheetData>`;
    const file = await workbook(titled);
    expect(await outlineOf([file])).toMatchObject({
      headerRow: 1,
      rowCount: 3,
      firstRows: [{ row: 1 }, { row: 4 }, { row: 6, texts: ['Number', 'Price'] }],
    });
    const chosen = await outlineOf([file], { headerRow: 6 });
    expect(chosen).toMatchObject({ headerRow: 6, rowCount: 1 });
    expect(chosen.columns.map(({ name }) => name)).toEqual(['Number', 'Price']);
    expect(cellsOf(chosen)).toEqual([['A-1'], ['2']]);
  });

  test('is compared by the sheet that is a table, behind a cover', async () => {
    const table = [1, 2, 3, 4].map(
      (row) => `<row r="${row}">${cell(`A${row}`, `A-${row}`)}${cell(`B${row}`, 'x')}</row>`,
    );
    const file = await zipped({
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="Cover" r:id="r1"/><sheet name="List" r:id="r2"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Target="1.xml"/><Relationship Id="r2" Target="2.xml"/></Relationships>',
      'xl/1.xml': sheetFile(
        `<row r="1">${cell('A1', 'Price list')}</row><row r="2">${cell('A2', '2026')}</row>`,
      ),
      'xl/2.xml': sheetFile(table.join('')),
    });
    expect(await outlineOf([file])).toMatchObject({ sheet: 'List', sheets: ['Cover', 'List'], rowCount: 3 });
    expect(await outlineOf([file], { sheet: 'Cover' })).toMatchObject({ sheet: 'Cover', rowCount: 1 });
  });

  test('may count days from 1904, and write its names with a prefix', async () => {
    const prefixed = sheet.replaceAll(/<(\/?)(\w)/g, '<$1x:$2');
    const outline = await outlineOf([
      await workbook(prefixed, { styles, book: '<workbookPr date1904="1"/>' }),
    ]);
    expect(cellsOf(outline)[2]).toEqual(['2030-02-01', '2030-02-01T12:00:00.000']);
  });

  test('has the first days of 1900 as Excel shows them', async () => {
    const days = [1, 59, 60, 61].map(
      (serial, index) => `<row r="${index + 2}"><c r="A${index + 2}" s="1"><v>${serial}</v></c></row>`,
    );
    const outline = await outlineOf([
      await workbook(`<sheetData><row r="1">${cell('A1', 'From')}</row>${days.join('')}</sheetData>`, {
        styles,
      }),
    ]);
    expect(cellsOf(outline)[0]).toEqual(['1900-01-01', '1900-02-28', '1900-02-29', '1900-03-01']);
  });
});

describe('a certificate', () => {
  test('beside the file is found, whatever it is called', async () => {
    const outline = await outlineOf(await csvWithCertificate());
    expect(outline.certificate).toMatchObject({ priceColumn: 'SalesPrice', rows: { written: 1 } });
    expect(outline.hasOtherCertificate).toBe(false);
  });

  test('of another file is not used, and that is told', async () => {
    const [, certificate] = await csvWithCertificate();
    const outline = await outlineOf([named(['Number,Price\n1,2']), certificate as File]);
    expect(outline).toMatchObject({ certificate: null, hasOtherCertificate: true });
    expect(outline.columns.map(({ name }) => name)).toEqual(['Number', 'Price']);
  });
});
