import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FORMAT_LOCALES } from '@/lib/formats/format-locales';
import { excelCsv, MACHINE_CSV } from '@/lib/table-files/csv-dialect';
import type { TableRow } from '@/lib/table-files/table-column';
import { COLUMNS, createFileHarness, keyed, mappingOf, outlineOf } from '@/test/file-harness';
import { IS_LONG, runs } from '@/test/runs';
import { rowsInWorkbook, tableFiles, TEST_FORMATS, type TestFormat } from '@/test/table-file';
import { anyTestRow, testRow } from '@/test/test-table';

const reading = createFileHarness();
const { expectSameRows } = reading;

/** In these regions, the signs for decimals, groups, minus or lists differ, or dates have another order or contain words. */
const FEW_REGIONS = ['bg-BG', 'de-CH', 'de-DE', 'en-GB', 'hu-HU', 'sv-FI'] as const;
const OTHER_REGIONS = FORMAT_LOCALES.filter((region) => !FEW_REGIONS.some((few) => few === region));

const anyFormat: fc.Arbitrary<TestFormat> = fc.oneof(
  fc.constantFrom(...TEST_FORMATS),
  fc
    .record({
      region: fc.constantFrom('de', 'en-GB', 'fr-FR', 'hu', 'bg'),
      isTab: fc.boolean(),
      hasIsoDates: fc.boolean(),
    })
    .map(({ region, isTab, hasIsoDates }): TestFormat => ({
      kind: 'csv',
      dialect: excelCsv(region, { delimiter: isTab ? '\t' : null, hasIsoDates }),
    })),
);

describe('an export of ours', () => {
  test('with its certificate comes back exactly, whatever is in its cells', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyTestRow, { minLength: 1, maxLength: 12 }),
        anyFormat,
        async (table, format) => {
          // Other formats than JSON do not distinguish the text `true` in a boolean column from the value.
          const rows = keyed(table).map((row) => row.with(1, row[1] == null ? null : String(row[1])));
          const files = await tableFiles(format, COLUMNS, rows, true);
          const held = format.kind === 'xlsx' ? rowsInWorkbook(COLUMNS, rows) : rows;
          const added = await expectSameRows(files, held);
          // A Parquet column cannot hold both booleans and texts, so all values become texts, which the digest distinguishes.
          const kinds = new Set(rows.map((row) => typeof row.at(-1)));
          const isMixed = kinds.has('string') && kinds.has('boolean');
          expect(added.isAsCertified).toBe(format.kind !== 'parquet' || !isMixed);
        },
      ),
      { numRuns: runs(30) },
    );
  });

  async function expectItComesBack(region: string): Promise<void> {
    await fc.assert(
      fc.asyncProperty(
        fc.array(testRow, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (table, hasIsoDates) => {
          const rows = keyed(table).map((row) => row.map((cell) => (cell === '' ? null : cell)));
          const dialect = excelCsv(region, { hasIsoDates });
          await expectSameRows(await tableFiles({ kind: 'csv', dialect }, COLUMNS, rows, false), rows, [
            region,
          ]);
        },
      ),
      { numRuns: IS_LONG ? 8 : 4 },
    );
  }

  test.each(FEW_REGIONS)('for Excel in %s comes back without its certificate', expectItComesBack);
  test.each(OTHER_REGIONS)(
    'for Excel in %s comes back without its certificate',
    { tags: ['long'] },
    expectItComesBack,
  );

  test.each(TEST_FORMATS)('as $kind comes back without its certificate', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(testRow, { minLength: 1, maxLength: 12 }), async (table) => {
        const rows = keyed(table).map((row) => row.map((cell) => (cell === '' ? null : cell)));
        const held = format.kind === 'xlsx' ? rowsInWorkbook(COLUMNS, rows) : rows;
        await expectSameRows(await tableFiles(format, COLUMNS, rows, false), held, ['de']);
      }),
      { numRuns: IS_LONG ? 30 : 5 },
    );
  });

  test.each(TEST_FORMATS)(
    'proves itself whatever halves of characters its texts have: $kind',
    async (format) => {
      const rows = keyed([
        ['A\ud800B', '1', null, true],
        ['\udc00', null, '\ud800', null],
      ]);
      const files = await tableFiles(format, COLUMNS, rows, true);
      const outline = await outlineOf(files);
      const added = await reading.add(files, outline, mappingOf(outline));
      expect(added.isAsCertified).toBe(true);
      await reading.connection.drop(added.table.sqlName);
    },
  );

  test('keeps empty texts apart from no value with its certificate alone, whatever comes first', async () => {
    const rows: TableRow[] = [
      ['', 'a', '1', null, null],
      ['b', '', null, null, true],
      ['c', null, '2', null, false],
    ];
    const asRead = rows.map((row) => row.map((cell) => (cell === '' ? null : cell)));
    for (const dialect of [MACHINE_CSV, excelCsv('de')]) {
      for (const order of [
        [0, 1, 2],
        [2, 1, 0],
      ]) {
        const [written, read] = [rows, asRead].map((all) => order.map((place) => all[place] ?? []));
        const format: TestFormat = { kind: 'csv', dialect };
        await expectSameRows(await tableFiles(format, COLUMNS, written ?? [], true), written ?? []);
        await expectSameRows(await tableFiles(format, COLUMNS, written ?? [], false), read ?? []);
      }
    }
  });

  test('that was changed is told, and has the rows that it has', async () => {
    const rows = keyed([
      ['a', '1.5', null, true],
      ['b', '2.5', null, false],
    ]);
    const [file, certificate] = await tableFiles({ kind: 'csv', dialect: MACHINE_CSV }, COLUMNS, rows, true);
    if (file === undefined || certificate === undefined) throw new Error('There are two files.');
    const changed = new File([(await file.text()).replace('2.5', '2.75')], file.name);
    const added = await expectSameRows(
      [changed, certificate],
      [rows[0] ?? [], (rows[1] ?? []).with(2, '2.75')],
    );
    expect(added.isAsCertified).toBe(false);
  });
});
