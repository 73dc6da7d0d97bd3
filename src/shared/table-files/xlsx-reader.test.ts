import { expect, test } from 'vitest';
import type { SheetRow } from './xlsx-cells';
import { LargeTextsError } from './xlsx-parts';
import { openWorkbook } from './xlsx-reader';
import { createZipWriter } from './zip-writer';

async function workbook(sheet: string, shared: string): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = createZipWriter({ write: (bytes) => void parts.push(Uint8Array.from(bytes)) });
  await zip.add('xl/workbook.xml', '<workbook><sheets><sheet name="List" r:id="r1"/></sheets></workbook>');
  await zip.add(
    'xl/_rels/workbook.xml.rels',
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
  );
  await zip.add('xl/worksheets/sheet1.xml', `<worksheet><sheetData>${sheet}</sheetData></worksheet>`);
  await zip.add('xl/sharedStrings.xml', `<sst>${shared}</sst>`);
  zip.finish();
  return new Blob(parts);
}

async function rowsOf(file: Blob, mostSharedLength?: number): Promise<SheetRow[]> {
  const opened = await openWorkbook(file, mostSharedLength);
  const rows: SheetRow[] = [];
  for await (const part of opened?.cells('List') ?? []) rows.push(...part.rows);
  return rows;
}

const SHARED = '<si><t>Number</t></si><si/><si><r><t>A</t></r><r><t>-1</t></r></si>';

test('rows have the numbers of the spreadsheet, which leaves out rows without a cell', async () => {
  const file = await workbook(
    `<row r="2"/><row r="4" spans="1:1"><c r="A4" t="s"><v>0</v></c></row>
     <row r="5"/><row r="6"></row><row><c t="s"><v>2</v></c></row><row r="1000"><c r="B1000"><v>1</v></c></row>`,
    SHARED,
  );
  const rows = await rowsOf(file);
  expect(rows.map(({ row, cells }) => [row, ...cells.map(({ text }) => text)])).toEqual([
    [4, 'Number'],
    [6],
    [7, 'A-1'],
    [1000, '1'],
  ]);
});

test('texts that do not fit into memory are refused before they are there', async () => {
  const file = await workbook('<row r="1"><c r="A1" t="s"><v>2</v></c></row>', SHARED);
  await expect(rowsOf(file, SHARED.length)).rejects.toThrow(LargeTextsError);
  expect(await rowsOf(file, SHARED.length + 100)).toHaveLength(1);
});

test('the number of rows is foreseen without reading all of them', async () => {
  const row = (number: number) =>
    `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>${'x'.repeat(2_000)}</t></is></c></row>`;
  const rows = Array.from({ length: 20_000 }, (_, index) => row(index + 1)).join('');
  const opened = await openWorkbook(await workbook(rows, ''));
  const count = (await opened?.foreseenRowCount('List')) ?? 0;
  expect(Math.abs(count - 20_000)).toBeLessThan(200);
});
