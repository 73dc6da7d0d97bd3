import { describe, expect, test } from 'vitest';
import { excelCsv } from '@/lib/table-files/csv-dialect';
import type { TableRow } from '@/lib/table-files/table-column';
import { COLUMNS, createFileHarness, FIELDS, keyed, mappingOf, outlineOf } from '@/test/file-harness';
import { tableFiles } from '@/test/table-file';
import { workbookFile } from '@/test/zip-bytes';
import { identifier, sql } from '../engine/sql';
import { cellReader } from './cell-values';
import { checkColumn } from './propose-notation';

const reading = createFileHarness();
const { expectSameRows } = reading;

function must<Value>(value: Value | null | undefined): Value {
  if (value == null) throw new Error('The file has no such value.');
  return value;
}

describe('a file of another program', () => {
  const GERMAN = [
    'Preisliste;;;',
    '',
    'Key;Name;Value;Changed;Active',
    '1;Schraube;1.234,50 €;31.01.2026;WAHR',
    '2;"Mutter; groß";-7,5;1.2.2026 10:11:12;FALSCH',
    '3;Blech;(3,00);;',
    '4;Öse;unbekannt;bald;vielleicht',
    '5;Niete',
    ';;;;',
  ].join('\r\n');
  const EXPECTED: TableRow[] = [
    ['1', 'Schraube', '1234.50', '2026-01-31', true],
    ['2', 'Mutter; groß', '-7.5', '2026-02-01T10:11:12', false],
    ['3', 'Blech', '-3.00', null, null],
    ['4', 'Öse', 'unbekannt', 'bald', 'vielleicht'],
    ['5', 'Niete', null, null, null],
  ];

  test.each<[string, BlobPart[]]>([
    ['UTF-8', [GERMAN]],
    ['UTF-8 with a mark', ['\uFEFF', GERMAN]],
    ['UTF-16', [Uint8Array.from(Buffer.from(`\uFEFF${GERMAN}`, 'utf16le'))]],
    ['UTF-16 without a mark', [Uint8Array.from(Buffer.from(GERMAN, 'utf16le'))]],
    ['Windows-1252', [Uint8Array.from(Buffer.from(GERMAN.replace('€', '\u0080'), 'latin1'))]],
  ])('with German numbers and dates in %s is read', async (_, parts) => {
    const files = [new File(parts, 'Preise.csv')];
    const added = await expectSameRows(files, EXPECTED, ['de-DE', 'en-GB']);
    expect(added).toMatchObject({
      counts: { shortRows: 1, blankRows: 1, misquotedRows: 0, misquotedRow: null },
      isAsCertified: null,
      misfits: { Value: 1, Changed: 1, Active: 1 },
    });
  });

  test.each<[string, string, number]>([
    ['text after a closing quote', 'Key,Name,Value\nA,x,1\nB,"5" tube,2\nC,y,3\n', 3],
    ['a quote after a blank', 'Key,Name,Value\nA,x,1\nB, "y",2\nC, "z",3\n', 3],
    ['a quote in the headers', 'Key,"Name" of,Value\nA,x,1\n', 1],
    // If a program does not double quotes within a text, two such texts look like a quoted cell that contains rows.
    ['rows within a cell', 'Key,Name,Value\nA,x,1\nB,"tube,2\nC,tube",3\n', 3],
  ])('tells the rows whose quotes are not those of the format: %s', async (_, text, row) => {
    const files = [new File([text], 'a.csv')];
    const outline = await outlineOf(files);
    expect(outline.csv?.misquotedRow).toBe(row);
    const added = await reading.add(files, outline, mappingOf(outline));
    expect(added.counts.misquotedRow).toBe(row);
    await reading.connection.drop(added.table.sqlName);
  });

  test('whose quotes take in other rows is refused, in its first rows and below them', async () => {
    const rows = 'Key,Name,Value\nK,x,0\n';
    const [whole, broken] = ['', '1,"A,1\n2,"B,2\n3,C,3\n'].map((rest) => [new File([rows, rest], 'a.csv')]);
    const problem = { kind: 'unclosed-quote', record: 3 };
    await expect(outlineOf(broken ?? [])).rejects.toMatchObject({ problem });
    const outline = await outlineOf(whole ?? []);
    await expect(reading.add(broken ?? [], outline, mappingOf(outline))).rejects.toMatchObject({ problem });
  });

  test('has keys without the blanks after their quotes', async () => {
    await expectSameRows(
      [new File(['Key,Name,Value,Changed,Active\n"P-1" ,"x"  ,2,,\n'], 'a.csv')],
      [['P-1', 'x', '2', null, null]],
    );
  });

  test('has rows of a single quoted cell, and no blank lines', async () => {
    const files = [new File(['Key\nA\n""\n\nB\n'], 'a.csv')];
    const outline = await outlineOf(files);
    expect(outline.rowCount).toBe(3);
    const added = await reading.add(files, outline, mappingOf(outline));
    expect(added).toMatchObject({ rowCount: 3, counts: { blankRows: 0 } });
    await reading.connection.drop(added.table.sqlName);
  });

  test.each(['csv', 'xlsx'])('has its headers in the row that the person chooses: %s', async (kind) => {
    const rows = keyed([['Schraube', '1.5', null, true]]);
    const [table] = await tableFiles(
      kind === 'csv' ? { kind: 'csv', dialect: excelCsv('de') } : { kind: 'xlsx' },
      COLUMNS,
      // The headers are in the second row. Without a choice, the first row would be taken for them.
      [['Key', 'Name', 'Value', 'Changed', 'Active'], ...rows],
      false,
    );
    const files = table === undefined ? [] : [table];
    const outline = await outlineOf(files, { headerRow: 2 });
    const added = await reading.add(files, outline, mappingOf(outline, ['de']));
    expect(added.rowCount).toBe(1);
    expect(await reading.rowsIn(added.table)).toEqual(await reading.asFromService(rows));
    await reading.connection.drop(added.table.sqlName);
  });

  test('with bytes that are no UTF-8 far behind its beginning is read as the person says', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `${index},Name ${index},1.5,,`);
    const text = ['Key,Name,Value,Changed,Active', ...lines, '20000,M\xfctter,2.5,,'].join('\n');
    const files = [new File([Uint8Array.from(Buffer.from(text, 'latin1'))], 'a.csv')];
    const fault = { kind: 'wrong-encoding', encoding: 'utf-8', line: 20_002 };
    await expect(outlineOf(files)).rejects.toMatchObject({ problem: fault });
    const outline = await outlineOf(files, { encoding: 'windows-1252' });
    expect(outline.csv).toMatchObject({ encoding: 'windows-1252', otherThanUtf8: null });
    const added = await reading.add(files, outline, mappingOf(outline));
    const last = await reading.connection.query(
      sql`SELECT c1 FROM ${identifier(added.table.sqlName)} WHERE row_index = 20000`,
      { maxRows: 1 },
    );
    expect(last.rows).toEqual([['Mütter']]);
    await reading.connection.drop(added.table.sqlName);
  });

  test('that is a workbook has what it shows: numbers that it shows as something else are none', async () => {
    const ids = [14, 20, 46, 9, 12, 0];
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs>${[...ids, 164].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`;
    const [DAY, TIME, HOURS, PERCENT, FRACTION, PLAIN, ZEROS] = [0, 1, 2, 3, 4, 5, 6];
    const number = (place: string, value: string, style: number) =>
      `<c r="${place}" s="${style}"><v>${value}</v></c>`;
    const header = FIELDS.map(
      ({ name }, index) => `<c r="${'ABCDE'[index]}1" t="str"><v>${name}</v></c>`,
    ).join('');
    const lines = [
      [number('A2', '123', ZEROS), number('C2', '46357', DAY), number('D2', '46357', DAY)],
      [number('A3', '46357', DAY), number('C3', '0.05', TIME), number('D3', '0.05', TIME)],
      [number('A4', '0.19', PERCENT), number('C4', '0.19', PERCENT), number('D4', '2026', PLAIN)],
      [number('A5', '0.5', FRACTION), number('C5', '0.5', FRACTION), number('D5', '1.5', HOURS)],
      [number('A6', '12.5', PLAIN), number('C6', '1.5', HOURS), number('D6', '46357.5', TIME)],
    ].map((cells, index) => `<row r="${index + 2}">${cells.join('')}</row>`);
    const file = await workbookFile({
      rows: `<row r="1">${header}</row>${lines.join('')}`,
      parts: { 'xl/styles.xml': { content: styles } },
    });
    const added = await expectSameRows(
      [file],
      [
        ['00123', null, '2026-12-01', '2026-12-01', null],
        ['2026-12-01', null, '01:12:00', '01:12:00', null],
        ['19%', null, '19%', '2026', null],
        ['1/2', null, '0.5', '36:00:00', null],
        ['12.5', null, '36:00:00', '2026-12-01T12:00:00.000', null],
      ],
    );
    expect(added.misfits).toEqual({ Value: 4, Changed: 3 });
    const outline = await outlineOf([file]);
    const [, , value] = outline.columns;
    const field = FIELDS[2];
    if (field === undefined || value === undefined) throw new Error('There are five columns.');
    expect(checkColumn({ field, column: value }, mappingOf(outline).notation)).toMatchObject({
      misfits: 4,
      firstMisfit: '2026-12-01',
    });
  });

  test('that is a workbook has truths in any spelling of XML, and numbers with units beside them', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="#,##0.00 CHF"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>';
    const header = FIELDS.map(
      ({ name }, index) => `<c r="${'ABCDE'[index]}1" t="str"><v>${name}</v></c>`,
    ).join('');
    const lines = ['true', ' false ', '1', '0'].map(
      (truth, index) =>
        `<row r="${index + 2}"><c r="A${index + 2}" s="1"><v>4605${index}</v></c><c r="E${index + 2}" t="b"><v>${truth}</v></c></row>`,
    );
    const file = await workbookFile({
      rows: `<row r="1">${header}</row>${lines.join('')}`,
      parts: { 'xl/styles.xml': { content: styles } },
    });
    await expectSameRows(
      [file],
      ['true', 'false', 'true', 'false'].map((truth, index) => [`4605${index}`, null, null, null, truth]),
    );
  });

  describe.each([
    ['of percentages', '0.0%', ['0.125', '0.125']],
    ['of other numbers', '0.00', ['12.5%', '12,5 %']],
    ['of numbers with a sign beside them', '0.0"%"', ['12.5%', '12,5 %']],
  ] as const)('with a percentage in a column %s', (_, formatting, [inCell, inText]) => {
    const fields = FIELDS.map((field) => (field.name === 'Value' ? { ...field, formatting } : field));

    test('reads it alike in a workbook and in a text', async () => {
      const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs></styleSheet>';
      const workbook = await workbookFile({
        rows: `<row r="1"><c r="A1" t="str"><v>Key</v></c><c r="B1" t="str"><v>Value</v></c></row><row r="2"><c r="A2" t="str"><v>A</v></c><c r="B2" s="1"><v>0.125</v></c></row>`,
        parts: { 'xl/styles.xml': { content: styles } },
      });
      const csv = new File(['Key;Value\nA;12,5 %\n'], 'a.csv');
      for (const [file, value] of [
        [workbook, inCell],
        [csv, inText],
      ] as const) {
        const { columns } = await outlineOf([file]);
        const matched = { field: must(fields[2]), column: must(columns[1]) };
        const notation = { decimal: ',', dateLocale: null, guardsFormulas: false } as const;
        const isRead = value === '0.125';
        expect(checkColumn(matched, notation)).toMatchObject({
          misfits: isRead ? 0 : 1,
          firstMisfit: isRead ? null : value,
          ...(isRead && { example: { value } }),
        });
        expect(cellReader(matched.field, notation)(must(must(columns[1]).cells[0]))).toBe(value);
      }
    });

    test('and so do its rows in the engine', async () => {
      const files = [new File(['Key;Value\nA;12,5 %\n'], 'a.csv')];
      const outline = await outlineOf(files);
      const added = await reading.add(files, outline, mappingOf(outline), { fields });
      expect(added.misfits).toEqual(inText === '0.125' ? {} : { Value: 1 });
      await reading.connection.drop(added.table.sqlName);
    });
  });

  test.each([
    ['Key;Value\nA;-,50\nB;–,50 €\nC;,50\nD;-0,50\n', 'de'],
    ['Key;Value\nA;CHF -.50\nB;CHF -.50\nC;.50\nD;-.50\n', 'de-CH'],
  ])('with a dash in place of no whole amount has no value there: %j', async (text, region) => {
    const files = [new File([text], 'a.csv')];
    const outline = await outlineOf(files);
    const added = await reading.add(files, outline, mappingOf(outline, [region]));
    expect(added.misfits).toEqual({ Value: 2 });
    const { rows } = await reading.connection.query(
      sql`SELECT c1::VARCHAR FROM ${identifier(added.table.sqlName)} ORDER BY row_index`,
      { maxRows: 9 },
    );
    expect(rows.map(([value]) => (value == null ? null : Number(value)))).toEqual([null, null, 0.5, -0.5]);
    await reading.connection.drop(added.table.sqlName);
  });

  test('with lists in columns that are not compared has the values of the others', async () => {
    const late = `${'{"Key":"A","Other":1}\n'.repeat(9_000)}{"Key":"B","Other":[1],"Late":{"a":[2]}}\n`;
    const early = '{"Tags":[1,2],"Key":"A","Name":"a"}\n{"Key":"B","Tags":null}\n';
    for (const [text, count] of [
      [late, 9_001],
      [early, 2],
    ] as const) {
      const files = [new File([text], 'a.jsonl')];
      const outline = await outlineOf(files);
      const added = await reading.add(files, outline, mappingOf(outline));
      expect(added.rowCount).toBe(count);
      await reading.connection.drop(added.table.sqlName);
    }
  });

  test.each<[string, string, object]>([
    ['a value beyond the headers', 'Key,Value\nA,1\nB,2,3\n', { kind: 'too-many-values', record: 3 }],
    [
      'a quote that is never closed',
      `Key,Value\n${'A,1\n'.repeat(3_000)}"B,2\n`,
      { kind: 'unclosed-quote', record: 3_002 },
    ],
    [
      'a list in a column that is compared',
      `${'{"Key":"A","Value":1}\n'.repeat(9_000)}\n{"Key":"B","Value":[2]}\n`,
      { kind: 'nested-value', line: 9_002, column: 'Value' },
    ],
    [
      'a name twice in an object',
      `${'{"Key":"A","Value":1}\n'.repeat(9_000)}\n{"Key":"B:\\"","Value":2,"Other":{"Value":3},"Val\\u0075e":4}\n`,
      { kind: 'doubled-member', line: 9_002, column: 'Value' },
    ],
    [
      'a line that is cut',
      `${'{"Key":"A","Value":1}\n'.repeat(1_500)}{"Key":"B","Val`,
      { kind: 'damaged', damage: { kind: 'line', place: '1501' } },
    ],
  ])('with %s is refused while it is read', async (_, text, expected) => {
    const files = [new File([text], 'a.csv')];
    const outline = await outlineOf(files);
    await expect(reading.add(files, outline, mappingOf(outline))).rejects.toMatchObject({
      problem: expected,
    });
  });
});
