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

/** Reads a workbook like the **Changes** view does. Rejects if the workbook cannot be compared. */
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

const SHEET_PART = 'xl/worksheets/sheet1.xml';
const SHARED_TEXTS = 'xl/sharedStrings.xml';
const HEADER = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>';
const row = (number: number) =>
  `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>A-${number}</t></is></c><c r="B${number}"><v>${number}.5</v></c></row>`;
const ROWS = HEADER + Array.from({ length: 2_000 }, (_, index) => row(index + 2)).join('');
const SHEET = `<worksheet><sheetData>${ROWS}</sheetData></worksheet>`;

type Part = NonNullable<TestWorkbook['parts']>[string];
const sheet = (content: string, packed: Omit<NonNullable<Part>, 'content'> = {}): TestWorkbook => ({
  parts: { [SHEET_PART]: { content, ...packed } },
});
const more = (rows: string): TestWorkbook => ({ rows: HEADER + row(2) + rows });
const withPart = (name: string, content: string | null): TestWorkbook => ({
  rows: ROWS,
  parts: { [name]: content === null ? null : { content } },
});

test('a formula whose value is not stored is told, with its row, where its column is compared', async () => {
  const formula = (cell: string, end = '') => `<c r="${cell}"${end}><f>1+1</f><v></v></c>`;
  const uncomputed = { problem: { kind: 'uncomputed', record: 3 } };
  await expect(
    read(more(`<row r="3"><c r="A3" t="inlineStr"><is><t>A-3</t></is></c>${formula('B3')}</row>`)),
  ).rejects.toMatchObject(uncomputed);
  await expect(read(more('<row r="3"><c r="A3"><f>B2</f></c></row>'))).rejects.toMatchObject(uncomputed);
  // A formula may have an empty text as its value, and a column that is not compared may contain anything.
  expect((await read(more(`<row r="3">${formula('B3', ' t="str"')}</row>${row(4)}`))).rowCount).toBe(2);
});

test('a workbook that is whole is read, however its parts are packed', async () => {
  for (const isStored of [false, true]) expect((await read(sheet(SHEET, { isStored }))).rowCount).toBe(2_000);
});

describe('a damaged workbook is not compared, and says what is damaged:', () => {
  /** `name`: what is damaged. `place`: the damaged part, unless it is the sheet. */
  type Cases = readonly (readonly [name: string, workbook: TestWorkbook, place?: string])[];
  const checksum = 0x1234_5678;
  const changed = SHEET.replace('A-1999', 'B-1999');

  const OF_SHEET: Readonly<Record<string, Cases>> = {
    checksum: [
      ['a byte of a stored part', sheet(changed, { isStored: true, stated: { checksum } })],
      ['a checksum of a compressed part', sheet(SHEET, { stated: { checksum } })],
      ['a part that is longer than it says', sheet(SHEET, { stated: { size: 1_000 } })],
      ['a part that is shorter than it says', sheet(SHEET, { stated: { size: 1_000_000 } })],
    ],
    'cut-off': [
      ['a sheet cut after a row', sheet(SHEET.slice(0, SHEET.lastIndexOf('<row')))],
      ['a sheet cut within a row', sheet(SHEET.slice(0, -60))],
      ['a sheet cut before its end', sheet(SHEET.slice(0, -3))],
      ['a sheet without its end', sheet(SHEET.replace('</worksheet>', ''))],
      ['a sheet cut before its rows', sheet('<worksheet><cols>')],
      ['an empty sheet part', sheet('')],
    ],
    'missing-part': [['no sheet part', { parts: { [SHEET_PART]: null } }]],
    'shared-text': [
      ['texts that are not there', withPart(SHARED_TEXTS, null), 'A1'],
      ['a text of a number that there is not', more('<row r="3"><c r="A3" t="s"><v>2</v></c></row>'), 'A3'],
      ['a text of no number', more('<row r="3"><c r="A3" t="s"><v>-1</v></c></row>'), 'A3'],
    ],
    style: [['a format that there is not', more('<row r="3"><c r="B3" s="7"><v>1</v></c></row>'), 'B3']],
    truth: [
      ['neither true nor false', more('<row r="3"><c r="B3" t="b"><v>TRUE</v></c></row>'), 'B3'],
      ['a blank truth', more('<row r="3"><c r="B3" t="b"><v> </v></c></row>'), 'B3'],
    ],
    outside: [
      [
        'a column beyond the last',
        { rows: `<row r="1"><c r="BZZZZZ1"><v>1</v></c></row>${row(2)}` },
        'BZZZZZ1',
      ],
      ['the column behind the last', { rows: `<row r="1"><c r="XFE1"><v>1</v></c></row>${row(2)}` }, 'XFE1'],
      ['a row beyond the last', more('<row r="1048577"><c r="A1048577"><v>1</v></c></row>'), '1048577'],
    ],
    'row-order': [['a row that stands twice', more('<row r="2"><c r="A2"><v>1</v></c></row>'), '2']],
    'cell-order': [
      [
        'a cell that stands twice',
        more('<row r="3"><c r="B3"><v>1</v></c><c r="A3"><v>1</v></c><c r="B3"><v>2</v></c></row>'),
        'B3',
      ],
      ['a cell of another row', more('<row r="3"><c r="B4"><v>1</v></c></row>'), 'B4'],
    ],
    structure: [
      ['a cell without an end', more('<row r="3"><c r="A3"><v>1</v></row>')],
      ['a cell within another', more('<row r="3"><c r="A3"><v>1</v><c r="B3"><v>2</v></c></row>')],
      ['something else among the cells', more('<row r="3"><d r="A3"><v>1</v></d></row>')],
      ['something else among the rows', more('<raw r="3"><c r="A3"><v>1</v></c></raw>')],
    ],
  };
  const ofSheet = Object.entries(OF_SHEET).flatMap(([kind, cases]) =>
    cases.map(([name, workbook, place]) => ({
      name,
      workbook,
      damage: { kind, part: 'List', ...(place !== undefined && { place }) },
    })),
  );
  const ofOtherPart = [
    ['a list of sheets', 'xl/workbook.xml', '<workbook><sheets><sheet name="List" r:id="r1"/>'],
    ['texts', SHARED_TEXTS, '<sst><si><t>Number</t></si><si><t>Val'],
  ].map(([name = '', part = '', content = '']) => ({
    name: `${name} cut`,
    workbook: withPart(part, content),
    damage: { kind: 'cut-off', part },
  }));

  test.each([...ofSheet, ...ofOtherPart])('$name', async ({ workbook, damage }) => {
    await expect(read(workbook)).rejects.toMatchObject({ problem: { kind: 'damaged', damage } });
  });

  test('a list of contents that lacks an entry, or has one twice', async () => {
    const whole = await workbookFile({ rows: ROWS });
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const lacking = new File([bytes.with(bytes.length - 12, 9)], 'a.xlsx');
    const doubled = await workbookFile(withPart('xl/worksheets/Sheet1.xml', SHEET));
    for (const file of [lacking, doubled]) {
      const problem = { kind: 'damaged', damage: { kind: 'directory' } };
      await expect(outlineOf(file)).rejects.toMatchObject({ problem });
    }
  });
});

test('cells in another order, rows without numbers and empty rows are read where they belong', async () => {
  const added = await read({
    rows: `${HEADER}<row r="2" spans="1:2"/><row r='3'><c r='B3'><v>1.5</v></c><c r="A3" t="inlineStr"><is><t>x</t></is></c></row>
      <row><c r="A7"><v>1</v></c></row><row><c><v>2</v></c></row ><extLst><ext/></extLst>`,
  });
  expect(added).toMatchObject({ rowCount: 3, misfits: {} });
});

// Each workbook is so long that work which grows faster than its length would not end within the time limit of a test.
describe('looking into a hostile workbook ends soon, with little memory:', () => {
  const blanks = ' '.repeat(9_000_000);
  const damagedBy = (damage: object) => ({ kind: 'damaged', damage });
  const ofSheet = damagedBy({ kind: 'structure', part: 'List' });
  const attributes = (count: number) =>
    Array.from({ length: count }, (_, index) => `a${index}="1"`).join(' ');
  const longRow = damagedBy({ kind: 'long-row', part: 'List', place: '2' });

  // A text is created only when its case runs, because it is long.
  type Hostile = readonly [name: string, workbook: () => TestWorkbook, problem: object];
  const SOME: readonly Hostile[] = [
    [
      'a row that does not end',
      () => ({
        rows: `${HEADER}<row r="2">${Array.from({ length: 10 }, (_, index) => `<c r="${'ABCDEFGHIJ'[index]}2" t="str"><v>${'1'.repeat(2_000_000)}</v></c>`).join('')}`,
      }),
      longRow,
    ],
    [
      'very many cells without a place',
      () => ({ rows: `${HEADER}<row r="2">${'<c/>'.repeat(1_500_000)}` }),
      damagedBy({ kind: 'outside', part: 'List', place: 'XFE2' }),
    ],
    [
      'a text that does not end',
      () => withPart(SHARED_TEXTS, `<sst><si><t>${'x'.repeat(9_000_000)}`),
      damagedBy({ kind: 'structure', part: SHARED_TEXTS }),
    ],
    ['a reference that does not end', () => more(`<row r="3"><c r="A3"><v>&${blanks}`), ofSheet],
    ['blanks among the rows', () => more(blanks), ofSheet],
  ];
  // These workbooks use the same tricks in other parts.
  const OTHERS: readonly Hostile[] = [
    [
      'elements within elements',
      () => ({ rows: `${HEADER}<row r="2"><c r="A2"><extLst>${'<a>'.repeat(6_000_000)}` }),
      ofSheet,
    ],
    ['an attribute that does not end', () => sheet(`<worksheet a="${'1'.repeat(9_000_000)}`), ofSheet],
    ['very many attributes', () => sheet(`<worksheet ${attributes(500_000)}/>`), ofSheet],
    ['a comment that does not end', () => sheet(`<worksheet><!-- ${blanks}`), ofSheet],
    [
      'a document type that does not end',
      () => sheet(`<!DOCTYPE a [${'<!ENTITY a "b">'.repeat(400_000)}`),
      ofSheet,
    ],
    [
      'texts within texts that are not closed',
      () => withPart(SHARED_TEXTS, `<sst><si>${'<t>'.repeat(5_000_000)}</si></sst>`),
      damagedBy({ kind: 'structure', part: SHARED_TEXTS }),
    ],
    [
      'styles without an end',
      () => withPart('xl/styles.xml', '<styleSheet><cellXfs>'.repeat(1_000_000)),
      damagedBy({ kind: 'structure', part: 'xl/styles.xml' }),
    ],
    ['blanks before the rows', () => sheet(`<worksheet>${blanks}<sheetData/></worksheet>`), ofSheet],
  ];

  async function expectRefused(_: string, workbook: () => TestWorkbook, problem: object): Promise<void> {
    await expect(outlineOf(await workbookFile(workbook()))).rejects.toMatchObject({ problem });
  }

  test.each(SOME)('%s', expectRefused);
  test.each(OTHERS)('%s', { tags: ['long'] }, expectRefused);

  test('many blanks and comments among the rows, and very many empty rows', { tags: ['long'] }, async () => {
    const empty = Array.from({ length: 300_000 }, (_, index) => `<row r="${index + 3}"/>`).join('');
    const outline = await outlineOf(await workbookFile(more(`${' '.repeat(3_000_000)}<!---->${empty}`)));
    expect(outline.columns).toHaveLength(2);
  });

  test('a table as wide as a sheet', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => row(index + 2)).join('');
    const wide = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="XFD1" t="s"><v>1</v></c></row>`;
    const outline = await outlineOf(await workbookFile({ rows: wide + rows }));
    expect(outline.columns).toHaveLength(16_384);
    const cellCount = outline.columns.reduce((sum, { cells }) => sum + cells.length, 0);
    expect(cellCount).toBeLessThan(1_100_000);
  });
});
