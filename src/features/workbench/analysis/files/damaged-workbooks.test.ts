import { describe, expect, test } from 'vitest';
import { createEngineConnection } from '../engine/create-engine-connection';
import { startInProcess } from '@/test/start-in-process';
import { startInProcessFiles } from '@/test/in-process-files';
import { testField } from '@/test/test-price-column';
import { workbookFile, type TestWorkbook } from '@/test/zip-bytes';
import type { FileOutline } from './file-outline';
import { proposeColumns } from './propose-columns';
import { matchedColumns, proposeNotation } from './propose-notation';
import { addFile, readFileOutline, type AddedFile } from './read-file';

const FIELDS = [
  testField('Number'),
  testField('Value', { type: 'number', sqlType: 'decimal', precision: 18, scale: 4 }),
];
const { signal } = new AbortController();

function outlineOf(file: File): Promise<FileOutline> {
  return readFileOutline([file], {}, { signal, startWorker: startInProcessFiles });
}

/** Reads a workbook as the view Changes does. Rejects for one that is not compared. */
async function read(workbook: TestWorkbook): Promise<AddedFile> {
  const file = await workbookFile(workbook);
  const outline = await outlineOf(file);
  const columns = proposeColumns(outline.columns, FIELDS);
  const notation = proposeNotation(outline, matchedColumns({ columns }, outline, FIELDS), ['en']);
  const connection = createEngineConnection(startInProcess);
  try {
    return await addFile(
      connection,
      { files: [file], outline, mapping: { columns, notation } },
      { priceColumn: 'A', fields: FIELDS, budgetBytes: 2 ** 40, signal, startWorker: startInProcessFiles },
    );
  } finally {
    connection.terminate();
  }
}

const HEADER = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>';
const row = (number: number) =>
  `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>A-${number}</t></is></c><c r="B${number}"><v>${number}.5</v></c></row>`;
const ROWS = HEADER + Array.from({ length: 2_000 }, (_, index) => row(index + 2)).join('');
const SHEET = `<worksheet><sheetData>${ROWS}</sheetData></worksheet>`;
const sheet = (content: string): TestWorkbook => ({ parts: { 'xl/worksheets/sheet1.xml': { content } } });
const more = (rows: string): TestWorkbook => ({ rows: HEADER + row(2) + rows });

test('a workbook that is whole is read, however its parts are packed', async () => {
  for (const isStored of [false, true]) {
    const whole = { parts: { 'xl/worksheets/sheet1.xml': { content: SHEET, isStored } } };
    expect((await read(whole)).rowCount).toBe(2_000);
  }
});

describe('a damaged workbook is not compared, and says what is damaged:', () => {
  const SHEET_PART = 'xl/worksheets/sheet1.xml';
  const changed = SHEET.replace('A-1999', 'B-1999');
  const checksum = 0x1234_5678;

  test.each<[string, TestWorkbook, object]>([
    [
      'a byte of a stored part',
      { parts: { [SHEET_PART]: { content: changed, isStored: true, stated: { checksum } } } },
      { kind: 'checksum', part: 'List' },
    ],
    [
      'a checksum of a compressed part',
      { parts: { [SHEET_PART]: { content: SHEET, stated: { checksum } } } },
      { kind: 'checksum', part: 'List' },
    ],
    [
      'a part that is longer than it says',
      { parts: { [SHEET_PART]: { content: SHEET, stated: { size: 1_000 } } } },
      { kind: 'checksum', part: 'List' },
    ],
    [
      'a part that is shorter than it says',
      { parts: { [SHEET_PART]: { content: SHEET, stated: { size: 1_000_000 } } } },
      { kind: 'checksum', part: 'List' },
    ],
    [
      'a sheet cut after a row',
      sheet(SHEET.slice(0, SHEET.lastIndexOf('<row'))),
      { kind: 'cut-off', part: 'List' },
    ],
    ['a sheet cut within a row', sheet(SHEET.slice(0, -60)), { kind: 'cut-off', part: 'List' }],
    ['a sheet cut before its end', sheet(SHEET.slice(0, -3)), { kind: 'cut-off', part: 'List' }],
    ['a sheet without its end', sheet(SHEET.replace('</worksheet>', '')), { kind: 'cut-off', part: 'List' }],
    ['a sheet cut before its rows', sheet('<worksheet><cols>'), { kind: 'cut-off', part: 'List' }],
    ['an empty sheet part', sheet(''), { kind: 'cut-off', part: 'List' }],
    ['no sheet part', { parts: { [SHEET_PART]: null } }, { kind: 'missing-part', part: 'List' }],
    [
      'a list of sheets that is cut',
      {
        rows: ROWS,
        parts: { 'xl/workbook.xml': { content: '<workbook><sheets><sheet name="List" r:id="r1"/>' } },
      },
      { kind: 'cut-off', part: 'xl/workbook.xml' },
    ],
    [
      'texts that are cut',
      { rows: ROWS, parts: { 'xl/sharedStrings.xml': { content: '<sst><si><t>Number</t></si><si><t>Val' } } },
      { kind: 'cut-off', part: 'xl/sharedStrings.xml' },
    ],
    [
      'texts that are not there',
      { rows: ROWS, parts: { 'xl/sharedStrings.xml': null } },
      { kind: 'shared-text', part: 'List', place: 'A1' },
    ],
    [
      'a text of a number that there is not',
      more('<row r="3"><c r="A3" t="s"><v>2</v></c></row>'),
      { kind: 'shared-text', part: 'List', place: 'A3' },
    ],
    [
      'a text of no number',
      more('<row r="3"><c r="A3" t="s"><v>-1</v></c></row>'),
      { kind: 'shared-text', part: 'List', place: 'A3' },
    ],
    [
      'a format that there is not',
      more('<row r="3"><c r="B3" s="7"><v>1</v></c></row>'),
      { kind: 'style', part: 'List', place: 'B3' },
    ],
    [
      'a column beyond the last',
      { rows: `<row r="1"><c r="BZZZZZ1"><v>1</v></c></row>${row(2)}` },
      { kind: 'outside', part: 'List', place: 'BZZZZZ1' },
    ],
    [
      'the column behind the last',
      { rows: `<row r="1"><c r="XFE1"><v>1</v></c></row>${row(2)}` },
      { kind: 'outside', part: 'List', place: 'XFE1' },
    ],
    [
      'a row beyond the last',
      more('<row r="1048577"><c r="A1048577"><v>1</v></c></row>'),
      { kind: 'outside', part: 'List', place: '1048577' },
    ],
    [
      'a row that stands twice',
      more('<row r="2"><c r="A2"><v>1</v></c></row>'),
      { kind: 'row-order', part: 'List', place: '2' },
    ],
    [
      'a cell that stands twice',
      more('<row r="3"><c r="B3"><v>1</v></c><c r="A3"><v>1</v></c><c r="B3"><v>2</v></c></row>'),
      { kind: 'cell-order', part: 'List', place: 'B3' },
    ],
    [
      'a cell of another row',
      more('<row r="3"><c r="B4"><v>1</v></c></row>'),
      { kind: 'cell-order', part: 'List', place: 'B4' },
    ],
    [
      'a cell without an end',
      more('<row r="3"><c r="A3"><v>1</v></row>'),
      { kind: 'structure', part: 'List' },
    ],
    [
      'a cell within another',
      more('<row r="3"><c r="A3"><v>1</v><c r="B3"><v>2</v></c></row>'),
      { kind: 'structure', part: 'List' },
    ],
    [
      'something else among the cells',
      more('<row r="3"><d r="A3"><v>1</v></d></row>'),
      { kind: 'structure', part: 'List' },
    ],
    [
      'something else among the rows',
      more('<raw r="3"><c r="A3"><v>1</v></c></raw>'),
      { kind: 'structure', part: 'List' },
    ],
  ])('%s', async (_, workbook, damage) => {
    await expect(read(workbook)).rejects.toMatchObject({ problem: { kind: 'damaged', damage } });
  });

  test('a list of contents that lacks an entry, or has one twice', async () => {
    const bytes = new Uint8Array(await (await workbookFile({ rows: ROWS })).arrayBuffer());
    const one = bytes.with(bytes.length - 12, 9);
    await expect(outlineOf(new File([one], 'a.xlsx'))).rejects.toMatchObject({
      problem: { kind: 'damaged', damage: { kind: 'directory' } },
    });
    const doubled = await workbookFile({
      rows: ROWS,
      parts: { 'xl/worksheets/Sheet1.xml': { content: SHEET } },
    });
    await expect(outlineOf(doubled)).rejects.toMatchObject({
      problem: { kind: 'damaged', damage: { kind: 'directory' } },
    });
  });
});

test('cells in another order, rows without numbers and empty rows are read where they belong', async () => {
  const added = await read({
    rows: `${HEADER}<row r="2" spans="1:2"/><row r='3'><c r='B3'><v>1.5</v></c><c r="A3" t="inlineStr"><is><t>x</t></is></c></row>
      <row><c r="A7"><v>1</v></c></row><row><c><v>2</v></c></row ><extLst><ext/></extLst>`,
  });
  expect(added).toMatchObject({ rowCount: 3, misfits: {} });
});

describe('looking into a hostile workbook ends soon, with little memory:', () => {
  const LIMIT_MS = 20_000;
  const blanks = ' '.repeat(60_000_000);

  test.each<[string, () => TestWorkbook, object]>([
    [
      'a row that does not end',
      () => ({ rows: `${HEADER}<row r="2">${'<c r="A2"><v>1</v></c>'.repeat(1_500_000)}` }),
      { kind: 'damaged', damage: { kind: 'long-row', part: 'List', place: '2' } },
    ],
    [
      'a text that does not end',
      () => ({
        parts: { 'xl/sharedStrings.xml': { content: `<sst><si>${'<t>'.repeat(9_000_000)}` } },
        rows: ROWS,
      }),
      { kind: 'damaged', damage: { kind: 'long-row', part: 'xl/sharedStrings.xml', place: '' } },
    ],
    [
      'texts within texts that are not closed',
      () => ({
        parts: { 'xl/sharedStrings.xml': { content: `<sst><si>${'<t>'.repeat(5_000_000)}</si></sst>` } },
        rows: ROWS,
      }),
      { kind: 'damaged', damage: { kind: 'structure', part: 'xl/sharedStrings.xml' } },
    ],
    [
      'very many empty texts',
      () => ({
        parts: { 'xl/sharedStrings.xml': { content: `<sst>${'<si/>'.repeat(10_000_001)}</sst>` } },
        rows: ROWS,
      }),
      { kind: 'large-texts' },
    ],
    [
      'styles without an end',
      () => ({
        parts: { 'xl/styles.xml': { content: '<styleSheet><cellXfs>'.repeat(1_000_000) } },
        rows: ROWS,
      }),
      { kind: 'damaged', damage: { kind: 'structure', part: 'xl/styles.xml' } },
    ],
    [
      'blanks before the rows',
      () => ({
        parts: { 'xl/worksheets/sheet1.xml': { content: `<worksheet>${blanks}<sheetData/></worksheet>` } },
      }),
      { kind: 'damaged', damage: { kind: 'structure', part: 'List' } },
    ],
    [
      'elements within elements',
      () => ({ rows: `${HEADER}<row r="2"><c r="A2">${'<a>'.repeat(6_000_000)}` }),
      { kind: 'damaged', damage: { kind: 'long-row', part: 'List', place: '2' } },
    ],
  ])('%s', { timeout: LIMIT_MS }, async (_, workbook, problem) => {
    await expect(outlineOf(await workbookFile(workbook()))).rejects.toMatchObject({ problem });
  });

  test('blanks among the rows, and very many empty rows', { timeout: LIMIT_MS }, async () => {
    const empty = Array.from({ length: 300_000 }, (_, index) => `<row r="${index + 3}"/>`).join('');
    const outline = await outlineOf(await workbookFile(more(blanks + empty)));
    expect(outline.columns).toHaveLength(2);
  });

  test('a table as wide as a sheet', { timeout: LIMIT_MS }, async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => row(index + 2)).join('');
    const wide = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="XFD1" t="s"><v>1</v></c></row>`;
    const outline = await outlineOf(await workbookFile({ rows: wide + rows }));
    expect(outline.columns).toHaveLength(16_384);
    const cellCount = outline.columns.reduce((sum, { cells }) => sum + cells.length, 0);
    expect(cellCount).toBeLessThan(1_100_000);
  });
});
