import path from 'node:path';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { rowAt } from '@mocks/data/price-sources';
import { createExportHarness, resultOf, TEST_WORKBOOK } from '@/test/export-harness';
import { readDecimal, significantDigits } from '@/lib/formats/decimal';
import { canonicalDate } from '@/lib/table-files/canonical-rows';
import { excelCsv } from '@/lib/table-files/csv-dialect';
import type { TableColumn } from '@/lib/table-files/table-column';
import type { ExportFormat, WorkbookRefresh } from './model/export-job';
import { compareValues } from './verify/same-values';
import { verifyExport } from './verify/verify-export';
import { withoutSurplusZeros } from '@/lib/base/decimal-grammar';

/* Opens the files in LibreOffice with German and British settings, if it is installed (`apt-get install libreoffice-calc`). */
const isInstalled = spawnSync('soffice', ['--version']).status === 0;
const ROWS = 5_000;
const directory = mkdtempSync(path.join(tmpdir(), 'libre-office-'));
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** `languageId` is the number of the language in Windows. LibreOffice's import filter expects this number. */
const LOCALES = [
  { region: 'de-DE', languageId: 1031, delimiter: ';' },
  { region: 'en-GB', languageId: 2057, delimiter: ',' },
] as const;

describe.skipIf(!isInstalled)('LibreOffice (skipped where it is not installed)', () => {
  test.each(LOCALES)(
    'reads every cell of a workbook and of a CSV file as the data has it: $region',
    async ({ region, languageId, delimiter }) => {
      const workbook = await exported('xlsx', TEST_WORKBOOK);
      const workbookCells = cellsOf(open(workbook.file, region, null));
      expectSameCells(workbookCells, workbook.columns, false);

      // LibreOffice saves the workbook again with the same values, but with different XML and different cell formats.
      const saved = new Blob([readFileSync(convert(workbook.file, region, null, 'xlsx'))]);
      const found = await verifyExport([{ name: 'saved again.xlsx', content: saved }]);
      if (found.kind !== 'changed')
        throw new Error('It does not keep empty texts, so the digest is another.');
      expect(found).toMatchObject({ rowCount: ROWS, otherColumns: [], hasMoreCells: false });
      const { signal } = new AbortController();
      expect(await compareValues(found.certificate, found.parts, workbook.client, signal)).toEqual({
        kind: 'same',
      });

      // This workbook contains a query. LibreOffice also has to read the query's table and its input cells.
      const refreshable = await exported('xlsx', {
        ...TEST_WORKBOOK,
        refresh: testRefresh(workbook.columns),
      });
      const opened = open(refreshable.file, region, null);
      expectSameCells(cellsOf(opened), refreshable.columns, false);
      expect(opened).toContain('table:name="Query1"');
      expect(opened).toMatch(/table:name="Colonnade_Password"[^>]*\$B\$2/);

      const csv = await exported('csv', { kind: 'csv', dialect: excelCsv(region) });
      // The filter options: separator, quote, UTF-8, start at line 1, no column formats, language, quoted values are not
      // forced to text, numbers are recognized.
      const filter = `${delimiter.charCodeAt(0)},34,76,1,,${languageId},false,true`;
      expectSameCells(cellsOf(open(csv.file, region, filter)), csv.columns, true);
    },
    240_000,
  );
});

function testRefresh(columns: readonly TableColumn[]): WorkbookRefresh {
  const fields = columns.map(({ name }) => name);
  return {
    body: JSON.stringify({ page: 1, nrOfRecords: 5_000, fields, useCache: true }),
    path: '/api/prices/SalesPrice',
    pageSize: 5_000,
    clientId: 'colonnade',
    method: 'password',
  };
}

async function exported(ending: string, format: ExportFormat) {
  const { client, plan, run } = await createExportHarness({ rowCount: ROWS });
  const begun = await plan('SalesPrice', { format });
  const { files } = await resultOf(run(begun));
  const file = path.join(directory, `export.${ending}`);
  writeFileSync(file, Buffer.from((await files[0]?.content.arrayBuffer()) ?? new ArrayBuffer(0)));
  return { file, client, columns: begun.columns };
}

/** Returns the file as LibreOffice has read it: LibreOffice's XML, which contains the type of every cell. */
function open(file: string, region: string, csvFilter: string | null): string {
  return readFileSync(convert(file, region, csvFilter, 'fods'), 'utf8');
}

/** Converts a file to another format with LibreOffice and returns the path of the result. `fods` is LibreOffice's own format. */
function convert(file: string, region: string, csvFilter: string | null, ending: string): string {
  const profile = path.join(directory, region);
  mkdirSync(path.join(profile, 'user'), { recursive: true });
  writeFileSync(
    path.join(profile, 'user/registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${region}</value></prop></item></oor:items>`,
  );
  execFileSync(
    'soffice',
    [
      `-env:UserInstallation=file://${profile}`,
      '--headless',
      ...(csvFilter === null ? [] : [`--infilter=Text - txt - csv (StarCalc):${csvFilter}`]),
      '--convert-to',
      ending,
      '--outdir',
      profile,
      file,
    ],
    { stdio: 'pipe', timeout: 200_000 },
  );
  return path.join(profile, `export.${ending}`);
}

interface OfficeCell {
  /** The type of the cell: `float`, `date`, `boolean` or `string`; null for an empty cell. */
  readonly type: string | null;
  readonly value: string;
}

/** The first sheet's rows, header included. */
function cellsOf(xml: string): OfficeCell[][] {
  const [, sheet = ''] = /<table:table table:name=[^>]*>(.*?)<\/table:table>/s.exec(xml) ?? [];
  return Array.from(sheet.matchAll(/<table:table-row\b[^>]*>(.*?)<\/table:table-row>/gs), ([, row = '']) =>
    Array.from(
      row.matchAll(/<table:table-cell\b([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs),
      ([, attributes = '', content = '']): OfficeCell[] => {
        const attribute = (name: string) => new RegExp(` office:${name}="([^"]*)"`).exec(attributes)?.[1];
        const type = attribute('value-type') ?? null;
        const repeated = Number(/ table:number-columns-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1);
        const value =
          attribute('value') ?? attribute('date-value') ?? attribute('boolean-value') ?? textOf(content);
        // LibreOffice fills each row with empty cells beyond the last column.
        return Array.from({ length: Math.min(repeated, 100) }, () => ({ type, value }));
      },
    ).flat(),
  );
}

function textOf(xml: string): string {
  return Array.from(xml.matchAll(/<text:p\b[^>]*?(?:\/>|>(.*?)<\/text:p>)/gs), ([, paragraph = '']) =>
    paragraph
      .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count?: string) => ' '.repeat(Number(count ?? 1)))
      .replaceAll('<text:tab/>', '\t')
      .replaceAll('<text:line-break/>', '\n')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&apos;', "'")
      .replaceAll('&amp;', '&'),
  ).join('\n');
}

function expectSameCells(
  sheet: readonly (readonly OfficeCell[])[],
  columns: readonly TableColumn[],
  isCsv: boolean,
): void {
  const [header, ...rows] = sheet.slice(0, ROWS + 1);
  expect(header?.slice(0, columns.length).map(({ value }) => value)).toEqual(columns.map(({ name }) => name));
  expect(rows).toHaveLength(ROWS);
  for (const [index, row] of rows.entries()) {
    const data = rowAt('SalesPrice', index);
    for (const [place, column] of columns.entries()) {
      const found = row[place] ?? { type: null, value: '' };
      const stored = data[column.name] ?? null;
      const problem = differenceOf(found, stored, column, isCsv);
      if (problem !== null) expect.fail(`${column.name} of row ${index + 1}: ${problem}`);
    }
  }
}

function differenceOf(
  { type, value }: OfficeCell,
  stored: string | boolean | null,
  column: TableColumn,
  isCsv: boolean,
): string | null {
  const mismatch = `${type} ${JSON.stringify(value)} for ${JSON.stringify(stored)}`;
  if (stored === null || stored === '') return value === '' ? null : mismatch;
  if (typeof stored === 'boolean') {
    // CSV has 1 and 0, which Excel reads in every language; LibreOffice may give 1 for true in a workbook, too.
    return value === String(Number(stored)) || (!isCsv && value === String(stored)) ? null : mismatch;
  }
  switch (column.type) {
    case 'number': {
      const isWide = significantDigits(stored) > 15;
      // LibreOffice keeps only 15 digits of a number in CSV; a workbook has a longer number as text.
      if (isWide) return isCsv ? (type === 'float' ? null : mismatch) : value === stored ? null : mismatch;
      const decimal = readDecimal(value);
      const isSame = decimal !== null && withoutSurplusZeros(decimal) === withoutSurplusZeros(stored);
      return type === 'float' && isSame ? null : mismatch;
    }
    case 'date': {
      const isFine = /[1-9]/.test(stored.slice(23));
      if (isFine && !isCsv) return value === stored ? null : mismatch;
      // LibreOffice writes hundredths of a second.
      const isSame = Math.abs(Date.parse(`${value}Z`) - Date.parse(`${stored}Z`)) <= HUNDREDTH_MS;
      return type === 'date' && (isSame || canonicalDate(value) === canonicalDate(stored)) ? null : mismatch;
    }
    case 'boolean':
    case 'text': {
      const text = isCsv && /^'*[=+\-@\t\r]/.test(stored) ? `'${stored}` : stored;
      // XML cannot hold control characters.
      return value === text.replaceAll(CONTROL, '') ? null : mismatch;
    }
  }
}

const HUNDREDTH_MS = 10;
const CONTROL = /[^\P{Cc}\t\n]/gu;
