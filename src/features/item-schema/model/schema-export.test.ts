import { describe, expect, test } from 'vitest';
import type { Rights } from '@/session/rights/rights';
import { COST_SECRETS, ITEM_COLUMNS, RIGHTS, testColumn } from '@/test/item-columns';
import { EXPORT_FORMATS, exportFile, exportText, type ExportFormat } from './schema-export';
import { schemaRows } from './schema-row';
import { SHEET_COLUMNS, type SheetColumn, type SheetText } from './schema-sheet';

const text: SheetText = {
  headings: Object.fromEntries(SHEET_COLUMNS.map((column) => [column, column])) as Record<
    SheetColumn,
    string
  >,
  yes: 'yes',
  no: 'no',
  states: {
    visible: 'visible',
    locked: 'locked',
    editable: 'editable',
    'read-only': 'read-only',
    unknown: 'not known',
  },
};

function exported(
  format: ExportFormat,
  columns = ITEM_COLUMNS,
  { rights = RIGHTS.manager, excelRegion = 'en-GB' }: { rights?: Rights; excelRegion?: string } = {},
): string {
  return exportText(schemaRows(columns, rights), format, { text, excelRegion });
}

describe('export', () => {
  test.each(EXPORT_FORMATS)(
    '%s contains every column, and of a locked one only its name and the right it needs',
    (format) => {
      const all = exported(format);
      const withheld = exported(format, ITEM_COLUMNS, { rights: RIGHTS.analyst });
      for (const text of [all, withheld]) {
        for (const { name } of ITEM_COLUMNS) expect(text).toContain(name);
      }
      expect(withheld).toContain('dataadmin-item_CostForPricing_view');
      for (const secret of COST_SECRETS) {
        expect(withheld).not.toContain(secret);
        if (!['typescript', 'json-schema', 'sql'].includes(format)) expect(all).toContain(secret);
      }
    },
  );

  test('CSV has a record for each column', () => {
    const lines = exported('csv', ITEM_COLUMNS, { rights: RIGHTS.analyst }).split('\r\n');
    expect(lines).toHaveLength(1 + 11 + 1);
    expect(lines[1]?.split(',')).toEqual([
      'Number',
      'visible',
      'editable',
      'nvarchar(128)',
      'nvarchar',
      '128',
      '0',
      '0',
      'no',
      '',
      'yes',
      'yes',
      'yes',
      '',
      'Text',
      '',
      'left',
      '',
      '',
      'dataadmin-item_edit',
    ]);
    expect(lines[5]).toBe(`CostForPricing,locked${','.repeat(16)}dataadmin-item_CostForPricing_view,,`);
  });

  test('CSV has the separator of the region', () => {
    const columns = [testColumn({ name: 'a;b', FORMATTING: '#,##0.00' })];
    expect(exported('csv', columns, { excelRegion: 'de-DE' })).toContain('\r\n"a;b";visible;');
    expect(exported('csv', columns, { excelRegion: 'de-DE' })).toContain(';"#,##0.00";');
    expect(exported('csv', columns, { excelRegion: 'en-US' })).toContain('\r\n"a;b",visible,');
    expect(exported('csv', columns, { excelRegion: 'en-US' })).toContain(',"#,##0.00",');
  });

  test.each(['=1+1', '+x', '@SUM(A1)', '-cmd|x', '\ttab', '\nx', ' =1', '＝1'])(
    'a spreadsheet does not compute %j',
    (name) => {
      const columns = [testColumn({ name })];
      expect(exported('csv', columns).split('\r\n')[1]).toMatch(/^"?'/);
    },
  );

  test('escapes quotes and line breaks within a cell', () => {
    const columns = [testColumn({ name: 'say "hi"\nthere' })];
    expect(exported('csv', columns)).toContain('\n"say ""hi""\nthere",visible');
  });

  test('JSON contains the record as it was sent', () => {
    const [first] = JSON.parse(
      exported('json', [testColumn({ name: 'A', further: [1] } as object)]),
    ) as unknown[];
    expect(first).toMatchObject({
      name: 'A',
      view: 'visible',
      edit: 'editable',
      metadata: { name: 'A', further: [1] },
    });
    const locked = JSON.parse(exported('json', ITEM_COLUMNS, { rights: RIGHTS.analyst })) as unknown[];
    expect(locked[4]).toEqual({
      name: 'CostForPricing',
      view: 'locked',
      needs: 'dataadmin-item_CostForPricing_view',
    });
  });

  test('a TypeScript type', () => {
    const columns = [
      ITEM_COLUMNS[0] ?? testColumn({}),
      ITEM_COLUMNS[4] ?? testColumn({}),
      testColumn({ name: 'with space', typeName_display: 'odd */ type', typeName: 'odd', DATA_TYPE: 'odd' }),
    ];
    expect(exported('typescript', columns)).toBe(`export interface Item {
  /** nvarchar(128), primary key */
  readonly Number: string;
  /** decimal(18,4), may hold more digits than a number keeps */
  readonly CostForPricing: number | null;
  /** odd * / type, unknown type */
  readonly "with space": string;
}
`);
    expect(exported('typescript', columns, { rights: RIGHTS.analyst })).toContain(
      '\n  // CostForPricing: locked, needs dataadmin-item_CostForPricing_view\n',
    );
  });

  test('JSON Schema', () => {
    const columns = [
      ITEM_COLUMNS[0] ?? testColumn({}),
      ITEM_COLUMNS[4] ?? testColumn({}),
      testColumn({
        name: 'From',
        typeName: 'datetime2',
        typeName_display: 'datetime2',
        DATA_TYPE: 'Date',
        is_nullable: true,
      }),
    ];
    expect(JSON.parse(exported('json-schema', columns))).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Item',
      type: 'object',
      properties: {
        Number: { description: 'nvarchar(128)', type: 'string', maxLength: 128 },
        CostForPricing: {
          description: 'decimal(18,4)',
          type: ['number', 'null'],
          exclusiveMinimum: -1e14,
          exclusiveMaximum: 1e14,
        },
        From: {
          description: 'datetime2',
          type: ['string', 'null'],
          pattern: String.raw`^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,7})?)?$`,
        },
      },
      required: ['Number', 'CostForPricing', 'From'],
    });
    expect(JSON.parse(exported('json-schema', columns, { rights: RIGHTS.analyst }))).toMatchObject({
      $comment: 'CostForPricing: locked, needs dataadmin-item_CostForPricing_view',
      required: ['Number', 'From'],
    });
  });

  test('a table of SQL Server', () => {
    const columns = [
      ITEM_COLUMNS[0] ?? testColumn({}),
      ITEM_COLUMNS[4] ?? testColumn({}),
      testColumn({
        name: 'Group]',
        typeName_display: 'fk(PriceGroup.Code)',
        is_nullable: true,
        max_length: 0,
        default_value: "('a')\nDROP TABLE Item",
      }),
      testColumn({ name: 'Odd', typeName: 'odd; DROP', typeName_display: 'odd', DATA_TYPE: 'odd' }),
    ];
    expect(exported('sql', columns)).toBe(`CREATE TABLE [Item] (
  [Number] nvarchar(128) NOT NULL,
  [CostForPricing] decimal(18,4) NULL,
  [Group]]] nvarchar(max) NULL, -- default: ('a') DROP TABLE Item
  [Odd] nvarchar(max) NOT NULL, -- unknown type odd
  PRIMARY KEY ([Number]),
  FOREIGN KEY ([Group]]]) REFERENCES [PriceGroup] ([Code])
);
`);
    expect(exported('sql', columns, { rights: RIGHTS.analyst })).toContain(
      '\n  -- CostForPricing: locked, needs dataadmin-item_CostForPricing_view\n',
    );
  });

  test('leaves unreadable values empty', () => {
    const [, line] = exported('csv', [testColumn({ name: 'A', is_nullable: 'yes?', scale: 'x' })]).split(
      '\n',
    );
    const cell = (column: SheetColumn) => line?.split(',')[SHEET_COLUMNS.indexOf(column)];
    expect([cell('isNullable'), cell('scale'), cell('precision')]).toEqual(['', '', '0']);
  });

  test('a CSV file begins with a byte order mark', () => {
    const options = { text, excelRegion: 'de', day: '2026-11-21' };
    const rows = schemaRows(ITEM_COLUMNS, RIGHTS.manager);
    const csv = exportFile(rows, 'csv', options);
    expect(csv).toMatchObject({ name: 'item-table_2026-11-21.csv', mediaType: 'text/csv;charset=utf-8' });
    expect(csv.text.startsWith('\uFEFFname;')).toBe(true);
    expect(exportFile(rows, 'json', options).text.startsWith('[')).toBe(true);
  });
});
