import { renderHook } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { describe, expect, test } from 'vitest';
import { rightsFromIds } from '@/session/rights/rights';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { loadMessages } from '@/ui/i18n/catalogue';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { MAX_SHEET_ROWS } from '@/lib/table-files/xlsx-limits';
import { testColumn } from '@/test/item-columns';
import { testSnapshot } from '@/test/test-snapshot';
import {
  DEFAULT_CHOICES,
  exportContent,
  exportFormat,
  type ExportChoices,
  type ExportRequest,
  FORMAT_CHOICES,
} from '../model/export-choices';
import { usePreflight } from './use-preflight';

const COLUMNS = [
  { name: 'EntryNo', typeName: 'int', precision: 10, is_primary_key: true, DATA_TYPE: 'Number' },
  { name: 'Price', typeName: 'decimal', precision: 18, scale: 4, DATA_TYPE: 'Number' },
  { name: 'Short', typeName: 'nvarchar', max_length: 20, DATA_TYPE: 'Text' },
  { name: 'Remark', typeName: 'nvarchar', max_length: 0, DATA_TYPE: 'Text' },
  { name: 'Changed', typeName: 'datetime2', precision: 27, scale: 7, DATA_TYPE: 'Date' },
  {
    name: 'Cost',
    typeName: 'decimal',
    precision: 9,
    scale: 2,
    ViewSecurityRightID: 'view-cost',
    DATA_TYPE: 'Number',
  },
  { name: 'Absent', typeName: 'int', precision: 10, DATA_TYPE: 'Number' },
];

function requestOf(rowCount: number, price: string): ExportRequest {
  const names = COLUMNS.map(({ name }) => name).filter((name) => name !== 'Cost' && name !== 'Absent');
  return {
    priceColumn: {
      name: 'Test',
      displayName: 'Test',
      description: null,
      sourceTable: 'Test',
      fields: COLUMNS.map((members, ordinal) => ({
        ...testColumn(members, ordinal),
        isFilterable: true,
        isSortable: true,
      })),
    },
    snapshot: testSnapshot({ rowCount }),
    expiresAtMs: Number.MAX_SAFE_INTEGER,
    columns: names,
    shownColumns: names,
    selection: null,
    queryText: null,
    requestBody: null,
    sampleRows: [['1', price, 'short', 'longer', '2026-01-31T10:00:00.0000000']],
    hasExpired: false,
    takenAtMs: 0,
    search: {},
    onTakeNew: () => undefined,
  };
}

async function preflight(
  language: 'en' | 'de',
  format: ExportChoices['format'],
  rowCount: number,
  changes: Partial<ExportChoices> = {},
  price = '2.5000',
) {
  const messages = language === 'en' ? englishMessages : await loadMessages(language);
  const request = requestOf(rowCount, price);
  const choices = { ...DEFAULT_CHOICES, format, ...changes };
  const content = exportContent(request, choices, rightsFromIds([]));
  const { result } = renderHook(
    () =>
      usePreflight(
        request,
        content,
        choices,
        exportFormat(choices, { region: language, language, locale: language, refresh: null }),
      ),
    {
      wrapper: ({ children }) => (
        <IntlProvider locale={language} messages={messages} timeZone="UTC">
          <FormatSettingsProvider defaultLanguage={language} defaultFormats={language}>
            {children}
          </FormatSettingsProvider>
        </IntlProvider>
      ),
    },
  );
  const { summary, notes } = result.current;
  const warnings = notes.filter(({ isWarning }) => isWarning).map(({ text }) => text);
  return { summary, notes: notes.map(({ text }) => text), warnings };
}

describe('before an export starts', () => {
  const limitsOf: Readonly<Record<ExportChoices['format'], readonly string[]>> = {
    'csv-excel': [
      'Excel keeps 15 digits when it opens a CSV file. Price may have longer numbers; the row checked has none.',
      'Excel shows only the first 1,048,575 rows of a CSV file. The file itself has all of them.',
      'Excel cuts texts off after 32,767 characters when it opens a CSV file. The file itself has the whole texts (Remark).',
    ],
    xlsx: [
      'Numbers with more than 15 digits become text, so that none is lost (Price).',
      'Excel keeps times to the millisecond: further digits of a second are left out, and the sheet About says of how many (Changed).',
      'A sheet has room for 1,048,575 rows, so there will be 2 sheets.',
      'A cell has room for 32,767 characters. A longer text stops the export; nothing is cut off (Remark).',
    ],
    // There is no note about further sheets, because this format has only one sheet and is not offered for more rows.
    'xlsx-refresh': [
      'For a refresh, user name and password are typed into the sheet Connection of the workbook. What is typed there is saved with it.',
      'Numbers with more than 15 digits become text, so that none is lost (Price).',
      'Excel keeps times to the millisecond: further digits of a second are left out, and the sheet About says of how many (Changed).',
      'A cell has room for 32,767 characters. A longer text stops the export; nothing is cut off (Remark).',
    ],
    'csv-machine': [],
    parquet: [
      'Times are stored as nanoseconds; a column with years before 1678 or after 2261 becomes text (Changed).',
    ],
    'json-lines': [],
  };

  test.each(FORMAT_CHOICES)('%s: every limit that bites is said, and no other', async (format) => {
    const locked = '1 field is not in the file, because you may not view it: Cost';
    const { summary, notes } = await preflight('en', format, MAX_SHEET_ROWS + 1);
    expect(summary).toContain('1,048,576 rows × 5 fields');
    const aboutCsv = [
      'Texts that begin like a formula get an apostrophe in front. Numbers never do. Other texts are unchanged.',
      'A missing value is written as nothing, an empty text as a pair of quotes.',
    ];
    expect(notes.filter((text) => !aboutCsv.includes(text))).toEqual([...limitsOf[format], locked]);
  });

  test('only a number of more than 15 digits that is there is a warning', async () => {
    const warnings = async (price: string) => {
      const { warnings: found } = await preflight('en', 'csv-excel', 1, {}, price);
      return found;
    };
    expect(await warnings('12345678901234.5000')).toEqual([]);
    expect(await warnings('12345678901234.56')).toEqual([
      'Excel keeps 15 digits when it opens a CSV file. The file itself has all of them (Price).',
    ]);
  });

  test('all digits of a second can be chosen, and are then said to become text', async () => {
    const { notes } = await preflight('en', 'xlsx', 1, { keepsFullSeconds: true });
    expect(notes).toContain(
      'Times more precise than a millisecond become text, so that nothing is lost (Changed).',
    );
  });

  test('a full sheet is not above its limit', async () => {
    for (const format of ['xlsx', 'csv-excel'] as const) {
      const { notes } = await preflight('en', format, MAX_SHEET_ROWS);
      expect(notes.join(' ')).not.toContain('1,048,575');
    }
  });

  test('more keys than fit into memory are announced with the disk space they need', async () => {
    const { notes } = await preflight('en', 'json-lines', 1_000_000_000);
    expect(notes).toContain(
      'With more than 10,000,000 rows, the check for duplicate rows runs at the end and needs about 20 GB of disk space until then.',
    );
    expect((await preflight('en', 'json-lines', 10_000_000)).notes.join(' ')).not.toContain('disk');
  });

  test('numbers follow the German formats', async () => {
    const { notes } = await preflight('de', 'xlsx', 3 * MAX_SHEET_ROWS, { hasFilePerSheet: true });
    expect(notes).toContain('Ein Blatt fasst 1.048.575 Zeilen; es werden 3 Dateien.');
    expect(notes.join(' ')).toContain('32.767');
  });

  test('all fields: names those that the snapshot lacks, except those that may not be viewed', async () => {
    const { notes } = await preflight('en', 'json-lines', 1, { fields: 'all' });
    expect(notes).toContain(
      '1 field that you may view is not in this snapshot: Absent. To export it, choose it under Fields and run again.',
    );
  });
});
