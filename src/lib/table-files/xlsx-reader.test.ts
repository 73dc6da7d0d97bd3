import { describe, expect, test } from 'vitest';
import { workbookFile, type TestWorkbook } from '@/test/zip-bytes';
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
  const empty = await workbook('<row r="1"><c r="A1" t="s"><v>2</v></c></row>', '<si/>'.repeat(1_001));
  await expect(rowsOf(empty, 20_000)).rejects.toThrow(LargeTextsError);
  expect(await rowsOf(empty, 20_020)).toHaveLength(1);
});

test('the number of rows is foreseen without reading all of them', async () => {
  const row = (number: number) =>
    `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>${'x'.repeat(2_000)}</t></is></c></row>`;
  const rows = Array.from({ length: 8_000 }, (_, index) => row(index + 1)).join('');
  const opened = await openWorkbook(await workbook(rows, ''));
  const count = (await opened?.foreseenRowCount('List')) ?? 0;
  expect(Math.abs(count - 8_000)).toBeLessThan(80);
});

/** Returns the texts of all cells, row by row. */
async function textsOf(parts: TestWorkbook): Promise<string[][]> {
  const opened = await openWorkbook(await workbookFile(parts));
  const rows: SheetRow[] = [];
  for await (const part of opened?.cells('List') ?? []) rows.push(...part.rows);
  return rows.map(({ cells }) => cells.map(({ text }) => text));
}

const SHEET_PART = 'xl/worksheets/sheet1.xml';
const sheetPart = (content: string | Uint8Array<ArrayBuffer>): TestWorkbook => ({
  parts: { [SHEET_PART]: { content } },
});
const inRow = (cells: string): TestWorkbook => ({ rows: `<row r="1">${cells}</row>` });

describe('what XML means the same is read the same:', () => {
  test.each<[name: string, workbook: TestWorkbook, expected: string[][]]>([
    ['a marked section', inRow('<c r="A1"><v><![CDATA[12.5]]></v></c>'), [['12.5']]],
    ['a section beside text', inRow('<c r="A1"><v>1<![CDATA[2.]]>5</v></c>'), [['12.5']]],
    ['a section with signs', inRow('<c r="A1" t="str"><v><![CDATA[a<b&c]]>&amp;d</v></c>'), [['a<b&c&d']]],
    ['a value in a comment', inRow('<c r="A1"><!--<v>99</v>--><v>12.5</v></c>'), [['12.5']]],
    ['a comment within a value', inRow('<c r="A1"><v>12<!-- and -->.5</v></c>'), [['12.5']]],
    ['a cell in a comment', inRow('<!--<c r="A1"><v>99</v></c>--><c r="A1"><v>12.5</v></c>'), [['12.5']]],
    [
      'comments and instructions between rows',
      {
        rows: '<!-- a --><?b c?><row r="1"><c r="A1"><v>1</v></c></row><!--<row r="2"><c r="A2"><v>9</v></c></row>--><row r="2"><c r="A2"><v>2</v></c></row>',
      },
      [['1'], ['2']],
    ],
    ['references', inRow('<c r="A&#49;"><v>&#49;2&#x2e;5</v></c>'), [['12.5']]],
    ['quotes of the other kind', inRow("<c r='A1' t='str'><v>>'\"</v></c>"), [[`>'"`]]],
    ['a greater sign in an attribute', inRow('<c r="A1" x="a>b"><v>12.5</v></c>'), [['12.5']]],
    ['blanks in tags', inRow('<c r = "A1"\n><v\n>12.5</v\n></c >'), [['12.5']]],
    ['breaks of lines', inRow('<c r="A1" t="str"><v>a\r\nb\rc&#13;d</v></c>'), [['a\nb\nc\rd']]],
    [
      'a commented text',
      {
        ...inRow('<c r="A1" t="s"><v>1</v></c>'),
        parts: {
          'xl/sharedStrings.xml': {
            content:
              '<sst><!--<si><t>no</t></si>--><si/><si><t>a</t><r><t><![CDATA[<b>]]></t></r><rPh><t>no</t></rPh><extLst><t>no</t></extLst></si></sst>',
          },
        },
      },
      [['a<b>']],
    ],
    [
      'other elements of the same name elsewhere',
      sheetPart(
        '<worksheet><ext><sheetData><row r="1"><c r="A1"><v>9</v></c></row></sheetData></ext><sheetData><row r="1"><c r="A1"><v>12.5</v><extLst><v>9</v></extLst></c><extLst><c r="B1"><v>9</v></c></extLst></row></sheetData></worksheet>',
      ),
      [['12.5']],
    ],
    [
      'a prefix',
      sheetPart(
        '<x:worksheet xmlns:x="urn:a" xmlns:y="urn:b"><x:sheetData><x:row r="1"><x:c r="A1"><y:v>9</y:v><x:v>12.5</x:v></x:c><y:c r="A1"/></x:row></x:sheetData></x:worksheet>',
      ),
      [['12.5']],
    ],
    [
      'several prefixes of one namespace',
      sheetPart(
        '<worksheet xmlns="urn:a" xmlns:x="urn:a"><x:sheetData><row r="1"><x:c r="A1"><z:v xmlns:z="urn:a">12.5</z:v></x:c></row></x:sheetData></worksheet>',
      ),
      [['12.5']],
    ],
    ['an inline text in the place of other values', inRow('<c r="A1" t="inlineStr"><v>a</v></c>'), [['a']]],
  ])('%s', async (_, parts, expected) => {
    expect(await textsOf(parts)).toEqual(expected);
  });

  const euro =
    '<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>Größe €</v></c></row></sheetData></worksheet>';
  const utf16 = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'));
  const swapped = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array.from(Buffer.from(bytes).swap16());
  test.each<[name: string, content: string | Uint8Array<ArrayBuffer>]>([
    ['UTF-8', `<?xml version="1.0"?>${euro}`],
    ['UTF-8 with a mark', `\uFEFF<?xml version="1.0" encoding="utf-8"?>${euro}`],
    ['UTF-8 that says that it is UTF-16', `<?xml version="1.0" encoding="utf-16"?>${euro}`],
    ['UTF-16 with a mark', utf16(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${euro}`)],
    ['UTF-16 without a mark', utf16(`<?xml version="1.0" encoding="UTF-16"?>${euro}`)],
    ['UTF-16, the greater byte first', swapped(utf16(`\uFEFF${euro}`))],
    [
      'Windows-1252',
      Uint8Array.from(
        Buffer.from(
          `<?xml version='1.0' encoding='windows-1252' standalone="yes"?>${euro.replace('€', '\u0080')}`,
          'latin1',
        ),
      ),
    ],
  ])('the encoding %s', async (_, content) => {
    expect(await textsOf(sheetPart(content))).toEqual([['Größe €']]);
  });
});

describe('what is no XML, or asks for more than its own text, is refused:', () => {
  const damage = { kind: 'structure', part: 'List' };
  const row = '<sheetData><row r="1"><c r="A1"><v>&a;</v></c></row></sheetData>';
  test.each<[name: string, workbook: TestWorkbook]>([
    [
      'a document type with an entity',
      sheetPart(`<!DOCTYPE worksheet [<!ENTITY a "12.5">]><worksheet>${row}</worksheet>`),
    ],
    ['a document type alone', sheetPart('<!DOCTYPE worksheet><worksheet><sheetData/></worksheet>')],
    ['an entity that there is not', inRow('<c r="A1"><v>&a;</v></c>')],
    ['a character that XML does not have', inRow('<c r="A1"><v>&#0;</v></c>')],
    ['a sign that is not escaped', inRow('<c r="A1" t="str"><v>a & b;</v></c>')],
    ['an attribute twice', inRow('<c r="A1" r="B1"><v>1</v></c>')],
    ['ends in another order', inRow('<c r="A1"><v>1</c></v>')],
    ['text behind the end', sheetPart('<worksheet><sheetData/></worksheet>x')],
    ['two values', inRow('<c r="A1"><v>1</v><v>2</v></c>')],
    ['two tables', sheetPart('<worksheet><sheetData/><sheetData/></worksheet>')],
    [
      'a choice among rows',
      sheetPart(
        '<worksheet xmlns="urn:a" xmlns:mc="urn:b"><sheetData><mc:AlternateContent><mc:Choice/></mc:AlternateContent></sheetData></worksheet>',
      ),
    ],
    ['an encoding that there is not', sheetPart('<?xml version="1.0" encoding="x-none"?><worksheet/>')],
    [
      'bytes that its encoding does not have',
      sheetPart(Uint8Array.from(Buffer.from('<worksheet>\xff', 'latin1'))),
    ],
  ])('%s', async (_, parts) => {
    await expect(textsOf(parts)).rejects.toMatchObject({ damage });
  });
});

test('a sheet in a comment is none, and names have their references resolved', async () => {
  const opened = await openWorkbook(
    await workbookFile({
      parts: {
        'xl/workbook.xml': {
          content:
            '<workbook xmlns:r="urn:r"><!-- <sheets><sheet name="Gone" r:id="r9"/></sheets> --><sheets><!--<sheet name="Gone" r:id="r9"/>--><sheet name="Liste &#38; &quot;_x0041_&quot;" r:id="r1"/></sheets></workbook>',
        },
      },
    }),
  );
  expect(opened?.sheetTitles).toEqual(['Liste & "A"']);
});

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const related = (...targets: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships>${targets.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

/** Creates a workbook whose parts are at the locations in its relationships and not at the usual locations. */
function elsewhere(
  [book, target]: readonly [entry: string, target: string],
  relations: string,
  ofBook: string,
  [sheet, texts]: readonly [sheet: string, texts: string],
): TestWorkbook {
  return {
    parts: {
      'xl/workbook.xml': null,
      'xl/_rels/workbook.xml.rels': null,
      'xl/worksheets/sheet1.xml': null,
      'xl/sharedStrings.xml': null,
      '_rels/.rels': { content: related(['r1', 'officeDocument', target]) },
      [book]: { content: '<workbook><sheets><sheet name="List" r:id="r1"/></sheets></workbook>' },
      [relations]: { content: ofBook },
      [sheet]: {
        content:
          '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>',
      },
      [texts]: { content: '<sst><si><t>found</t></si></sst>' },
    },
  };
}

describe('parts are where the relationships say:', () => {
  const usual = (sheet: string, texts: string) =>
    related(['r1', 'worksheet', sheet], ['r2', 'sharedStrings', texts]);
  test.each<[name: string, workbook: TestWorkbook]>([
    [
      'at the root',
      elsewhere(
        ['workbook.xml', 'workbook.xml'],
        '_rels/workbook.xml.rels',
        usual('sheets/a.xml', 'texts.xml'),
        ['sheets/a.xml', 'texts.xml'],
      ),
    ],
    [
      'by addresses from the root, in other case',
      elsewhere(
        ['book/Main.xml', '/Book/main.xml'],
        'book/_rels/main.xml.rels',
        usual('/a.xml', '/B/t.xml'),
        ['A.xml', 'b/t.xml'],
      ),
    ],
    [
      'by ./ and ../',
      elsewhere(
        ['a/b/book.xml', './a/./b/book.xml'],
        'a/b/_rels/book.xml.rels',
        usual('../c/sheet.xml', './../../texts.xml'),
        ['a/c/sheet.xml', 'texts.xml'],
      ),
    ],
    [
      'with blanks and letters that are escaped',
      elsewhere(
        ['my book/book.xml', 'my%20book/book.xml'],
        'my book/_rels/book.xml.rels',
        usual('sheet%201.xml', 'Gr&#xF6;&#xDF;e.xml'),
        ['my book/sheet 1.xml', 'my%20book/gr%C3%B6%C3%9Fe.xml'],
      ),
    ],
    [
      'with backslashes, in names and addresses',
      elsewhere(
        ['xl\\book.xml', 'xl\\book.xml'],
        'xl\\_rels\\book.xml.rels',
        usual('sheets\\a.xml', '\\xl\\t.xml'),
        ['xl\\sheets\\a.xml', '/xl/t.xml'],
      ),
    ],
  ])('%s', async (_, parts) => {
    expect(await textsOf(parts)).toEqual([['found']]);
  });

  test('a document of another kind, or an archive of none, is no workbook', async () => {
    const document = elsewhere(['a.xml', 'a.xml'], '_rels/a.xml.rels', related(), ['s.xml', 't.xml']);
    const text = { content: `<document>${'<p>a</p>'.repeat(200_000)}` };
    for (const parts of [{ ...document.parts, 'a.xml': text }, { 'xl/workbook.xml': null }]) {
      expect(await openWorkbook(await workbookFile({ parts }))).toBeNull();
    }
  });
});

test('entries of the list of sheets that are no tables are left out, and the others are read', async () => {
  const parts = {
    'xl/workbook.xml': {
      content: `<workbook><sheets><sheet name="Module1" sheetId="9" state="veryHidden" r:id=""/><sheet name="Module2" sheetId="8"/>
        <sheet name="Chart" r:id="r2"/><sheet name="Dialog" r:id="r3"/><sheet name="Macros" r:id="r4"/><sheet name="List" r:id="r1"/></sheets></workbook>`,
    },
    'xl/_rels/workbook.xml.rels': {
      content: related(
        ['r1', 'worksheet', 'worksheets/sheet1.xml'],
        ['r2', 'chartsheet', 'c.xml'],
        ['r3', 'dialogsheet', 'd.xml'],
        ['r4', 'xlMacrosheet', 'm.xml'],
      ),
    },
  };
  const opened = await openWorkbook(await workbookFile({ parts }));
  expect(opened?.sheetTitles).toEqual(['List']);
  expect(await textsOf({ ...inRow('<c r="A1"><v>1</v></c>'), parts })).toEqual([['1']]);
});

test('two sheets of one name are not told apart by a person, nor by the reader', async () => {
  const parts = {
    'xl/workbook.xml': {
      content:
        '<workbook><sheets><sheet name="List" r:id="r1"/><sheet name="List" r:id="r2"/></sheets></workbook>',
    },
  };
  await expect(openWorkbook(await workbookFile({ parts }))).rejects.toMatchObject({
    damage: { kind: 'structure', part: 'xl/workbook.xml' },
  });
});

/** Returns what the cells of a row show. */
async function shownIn(styles: string, cells: string): Promise<(string | null)[]> {
  const parts = { 'xl/styles.xml': { content: `<styleSheet>${styles}</styleSheet>` } };
  const opened = await openWorkbook(await workbookFile({ ...inRow(cells), parts }));
  const shown: (string | null)[] = [];
  for await (const { rows } of opened?.cells('List') ?? [])
    shown.push(...rows.flatMap((row) => row.cells.map((cell) => opened?.shownText(cell) ?? null)));
  return shown;
}

test('formats are those of cells, whatever conditional formatting and named styles have under their numbers', async () => {
  const dates = '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>';
  const numbers = '<numFmt numFmtId="164" formatCode="0.00"/>';
  const cell = '<c r="A1" s="1"><v>46053</v></c>';
  const styles = (ofCells: string, others: string) =>
    `<dxfs><dxf>${others}</dxf></dxfs><numFmts>${ofCells}</numFmts><cellStyleXfs><xf numFmtId="14"/><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"><extLst>${others}</extLst></xf></cellXfs><dxfs><dxf>${others}</dxf></dxfs>`;
  expect(await shownIn(styles(dates, numbers), cell)).toEqual(['2026-01-31']);
  expect(await shownIn(styles(numbers, dates), cell)).toEqual([null]);
});

test('a format is found by its number, blanks around it or not', async () => {
  const styles =
    '<numFmts><numFmt numFmtId=" 164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164 "/></cellXfs>';
  expect(await shownIn(styles, '<c r="A1" s="1"><v>46053</v></c>')).toEqual(['2026-01-31']);
});

test.each([
  ['1.5E3', '1500'],
  [' 12.50\n', '12.5'],
  ['+.5', '0.5'],
  // JavaScript reads these texts as numbers, but XML does not. They are shown unchanged and do not fit their column.
  ['0x10', '0x10'],
  ['0b11', '0b11'],
  ['1 0', '1 0'],
  ['Infinity', 'Infinity'],
  ['', null],
  [' ', null],
  ['\n\t', null],
])('the number %j is read as %j', async (written, read) => {
  const cells = `<row r="2"><c r="A2"><v>${written}</v></c><c r="B2" t="str"><v>x</v></c></row>`;
  const heads = '<c r="A1" t="str"><v>Price</v></c><c r="B1" t="str"><v>Other</v></c>';
  const opened = await openWorkbook(await workbookFile({ rows: `<row r="1">${heads}</row>${cells}` }));
  const values: unknown[] = [];
  for await (const row of opened?.rows('List', [{ type: 'number' }, { type: 'text' }]) ?? [])
    values.push(...row);
  expect(values).toEqual([read, 'x']);
});

const TRUTHS = [
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
] as const;
const NO_TRUTHS = ['TRUE', 'False', '2', '-1', '01', 'yes', 'on', 't', '\u00A01', '1 0', ' '];

describe('what XML has for true and false', () => {
  const spelled = TRUTHS.flatMap(([text, isTrue]) =>
    [text, ` ${text}`, `${text}\n`, `\t${text} \r\n`].map((spelling) => [spelling, isTrue] as const),
  );
  const book = (date1904: string): TestWorkbook => ({
    parts: {
      'xl/workbook.xml': {
        content: `<workbook><workbookPr date1904="${date1904}"/><sheets><sheet name="List" r:id="r1"/></sheets></workbook>`,
      },
    },
  });

  test.each(spelled)('%j is read as %s in a cell', async (spelling, isTrue) => {
    const cells = `<row r="2"><c r="A2" t="b"><v>${spelling}</v></c></row>`;
    const rows = `<row r="1"><c r="A1" t="str"><v>Flag</v></c></row>${cells}`;
    const opened = await openWorkbook(await workbookFile({ rows }));
    const values: unknown[] = [];
    for await (const row of opened?.rows('List', [{ type: 'boolean' }]) ?? []) values.push(...row);
    expect(values).toEqual([isTrue]);
  });

  test.each(spelled)(
    '%j is read as %s where a workbook says that its days count from 1904',
    async (spelling, isTrue) => {
      const opened = await openWorkbook(await workbookFile(book(spelling)));
      const cell = { columnIndex: 0, kind: 'number', text: '1', format: { kind: 'moment' } } as const;
      expect(opened?.shownText(cell)).toBe(isTrue ? '1904-01-02' : '1900-01-01');
    },
  );

  test.each(NO_TRUTHS)('is not %j, in a cell or a workbook', async (spelling) => {
    await expect(textsOf(inRow(`<c r="A1" t="b"><v>${spelling}</v></c>`))).rejects.toMatchObject({
      damage: { kind: 'truth', part: 'List', place: 'A1' },
    });
    await expect(openWorkbook(await workbookFile(book(spelling)))).rejects.toMatchObject({
      damage: { kind: 'structure', part: 'xl/workbook.xml' },
    });
  });
});

type FormatCase = [code: string | number, value: string, shown: string | null];
test.each<FormatCase>([
  [0, '46053', null],
  [14, '46053', '2026-01-31'],
  ['dd\\.mm\\.yyyy;@', '46053.5', '2026-01-31T12:00:00.000'],
  ['[$-407]d\\. mmmm yyyy', '46053', '2026-01-31'],
  [20, '0.05', '01:12:00'],
  ['h:mm AM/PM', '0', '00:00:00'],
  [46, '1.26041666666667', '30:15:00'],
  ['[h]:mm', '-0.5', '-12:00:00'],
  [14, '60', '1900-02-29'],
  [14, '-1', '########'],
  [9, '0.19', '19%'],
  ['0.0%', '0.1955', '19.55%'],
  [12, '0.5', '1/2'],
  ['# ??/??', '-2.25', '-2 1/4'],
  ['# ?/8', '0.5', '4/8'],
  [13, '0.123456', null],
  [12, '2', null],
  ['00000', '123', '00123'],
  ['00000', '1234567', '1234567'],
  ['000-0000', '1234', '000-1234'],
  ['"A-"000', '7', 'A-007'],
  ['00000', '1.5', null],
  ['0000', '-7', '-0007'],
  ['0', '7', null],
  ['@', '7', null],
  ['#,##0.00', '1234.5', null],
  ['[Red]0.00" days"', '2', null],
  ['0.00E+00', '1500', null],
  // Letters beside digits, or in words, texts, brackets and escapes, do not belong to a date.
  ...[
    '#,##0.00 CHF',
    '0 Stk',
    '0.0 m',
    '0 d',
    '0 kg/h',
    '0.00 "h"',
    '# ##0.00 DM',
    '0.00E+00 s',
    'Standard',
    'Standaard',
    'Allgemein',
    'Geral',
    'Yleinen',
    'G/標準',
    'G/通用格式',
    'CHF',
    'Stk.',
    'General "days"',
    'General d',
    '[Red]',
    '[Red]General',
    '[$CHF-807] #,##0.00',
    '[$-409]General',
    '"d"',
    '"d',
    '\\d',
    '_d',
    '*d',
    '_\\d',
    '\\d#',
    '#_d',
    '#*d',
    '@" d"',
    '[>=1000]#,##0 "kd"',
    '0;yyyy',
    '#,##0.00;[Red]-#,##0.00 "h"',
    'General;"d";d',
    '#";"',
    '#\\;',
    '',
  ].map((code): FormatCase => [code, '46053', null]),
  ...[
    'yyyymmdd',
    'TT.MM.JJJJ',
    'jj/mm/aaaa',
    'yyyy年m月d日',
    '[$-411]ggge"年"m"月"d"日"',
    'e',
    'b2yyyy',
    'aaa',
    '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
    '[DBNum1][$-804]yyyy"年"m"月"',
    'd. mmmm "CHF"',
    'mmm\\-yy',
    'yyyy;0',
    '[>=1]yyyy;0',
    '"a;b"yyyy',
    'd\\;m',
    'dd.mm.yyyy" Uhr";@',
    'YYYY-MM-DD',
    '[Red]d"0"',
    'd\\0',
  ].map((code): FormatCase => [code, '46053', '2026-01-31']),
  ...[
    'h:mm AM/PM',
    'h:mm a/p',
    '[$-F400]h:mm:ss\\ AM/PM',
    'AM/PM',
    '上午/下午h"時"mm"分"',
    'hh"h"mm',
    'mm:ss.0',
    'h:mm:ss.000',
    'ss.00',
    'hh:mm:ss\\.000',
    'hh:mm:ss,000',
    's"."0',
  ].map((code): FormatCase => [code, '0.05', '01:12:00']),
  ...['[h]', '[hh]:mm', '[mm]:ss.0', '[ss].00', '[Red][h]:mm;@', '[H]:MM'].map((code): FormatCase => [
    code,
    '1.25',
    '30:00:00',
  ]),
  ['0;0%', '0.19', null],
  ['0%;0', '0.19', '19%'],
])('a cell with the format %s and the number %s shows %s', async (code, value, shown) => {
  const id = typeof code === 'number' ? code : 164;
  const custom =
    typeof code === 'number'
      ? ''
      : `<numFmts><numFmt numFmtId="164" formatCode="${code.replaceAll('"', '&quot;')}"/></numFmts>`;
  const styles = `${custom}<cellXfs><xf numFmtId="${id}"/></cellXfs>`;
  expect(await shownIn(styles, `<c r="A1"><v>${value}</v></c>`)).toEqual([shown]);
});
