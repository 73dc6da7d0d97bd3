import { describe, expect, test } from 'vitest';
import { excelCsv, MACHINE_CSV } from '@/lib/table-files/csv-dialect';
import { rowBatchOf } from '@/lib/row-batches/row-batch';
import { createCsvEncoder } from '@/lib/table-files/csv-encoder';
import { createRowDigest } from '@/lib/table-files/row-digest';
import type { TableColumn, TableRow } from '@/lib/table-files/table-column';
import { createXlsxEncoder } from '@/lib/table-files/xlsx-encoder';
import { createExportHarness, resultOf, TEST_WORKBOOK } from '@/test/export-harness';
import { certificateText, type Certificate } from '@/rows/certificates/certificate';
import type { ComputedCertificate } from '@/rows/certificates/computed-certificate';
import type { ExportFormat } from '../model/export-job';
import type { ExportResult } from '../worker/export-run';
import { IS_LONG } from '@/test/runs';
import { verifyExport } from './verify-export';

type Harness = Awaited<ReturnType<typeof createExportHarness>>;

/** More rows than fit into one block. The certificate has a digest for each block of rows. */
const ROWS = 1_200;
/** Rows of the file that is changed in several places: enough to find the unchanged blocks between them. The file has few columns. */
const MANY_ROWS = 5_000;
const FEW_COLUMNS = ['ItemNumber', 'Value', '_dtLastModifiedDate'];

const harnesses = new Map<number, Promise<Harness>>();

function harnessOf(rowCount: number): Promise<Harness> {
  const harness = harnesses.get(rowCount) ?? createExportHarness({ rowCount });
  harnesses.set(rowCount, harness);
  return harness;
}

const made = new Map<string, Promise<ExportResult>>();

/** Exports once per format and row count. All tests share the result, and no test changes it. */
function exported(format: ExportFormat, rowCount = ROWS): Promise<ExportResult> {
  const id = JSON.stringify([format, rowCount]);
  const result = made.get(id) ?? exportOf(format, rowCount);
  made.set(id, result);
  return result;
}

async function exportOf(format: ExportFormat, rowCount: number): Promise<ExportResult> {
  const harness = await harnessOf(rowCount);
  const plan = await harness.plan('SalesPrice', { format });
  const columns = plan.columns.filter(({ name }) => rowCount < MANY_ROWS || FEW_COLUMNS.includes(name));
  return resultOf(harness.run({ ...plan, columns }));
}

const formats: Readonly<Record<ExportFormat['kind'], readonly ExportFormat[]>> = {
  csv: [MACHINE_CSV, excelCsv('de'), excelCsv('hu')].map((dialect) => ({ kind: 'csv', dialect })),
  'json-lines': [{ kind: 'json-lines' }],
  parquet: [{ kind: 'parquet' }],
  xlsx: [TEST_WORKBOOK, { ...TEST_WORKBOOK, keepsFullSeconds: true }],
};

describe('an export to verify', () => {
  test.each(Object.values(formats).flat())('is unchanged: $kind', async (format) => {
    const { files, certificate } = await exported(format);
    expect(await verifyExport(files)).toEqual({ kind: 'unchanged', certificate });
  });

  /** Each edit changes lines of a file with 5,000 rows (line 0 is the header), and has to be found in the given place. */
  const edits: [string, (lines: string[]) => string[], object][] = [
    [
      'a changed cell',
      (lines) => lines.with(2501, (lines[2501] ?? '').replace('A-', 'B-')),
      {
        rowCount: 5000,
        parts: [{ fileStart: 2000, fileRowCount: 1000, exportStart: 2000, exportRowCount: 1000 }],
      },
    ],
    [
      'a removed row',
      (lines) => lines.toSpliced(2501, 1),
      {
        rowCount: 4999,
        parts: [{ fileStart: 2000, fileRowCount: 999, exportStart: 2000, exportRowCount: 1000 }],
      },
    ],
    [
      'added rows',
      (lines) => lines.toSpliced(501, 0, ...lines.slice(1, 31)),
      { rowCount: 5030, parts: [{ fileStart: 0, fileRowCount: 1030, exportStart: 0, exportRowCount: 1000 }] },
    ],
    [
      'a row added at one place and one removed at another',
      (lines) => lines.toSpliced(4001, 1).toSpliced(501, 0, lines[1] ?? ''),
      {
        rowCount: 5000,
        parts: [
          { fileStart: 0, fileRowCount: 1001, exportStart: 0, exportRowCount: 1000 },
          { fileStart: 4001, fileRowCount: 999, exportStart: 4000, exportRowCount: 1000 },
        ],
      },
    ],
    [
      'swapped rows',
      (lines) => lines.with(11, lines[12] ?? '').with(12, lines[11] ?? ''),
      { rowCount: 5000, parts: [{ fileStart: 0, fileRowCount: 1000, exportStart: 0, exportRowCount: 1000 }] },
    ],
    [
      'its end cut off',
      (lines) => lines.slice(0, 3502),
      {
        rowCount: 3501,
        parts: [{ fileStart: 3000, fileRowCount: 501, exportStart: 3000, exportRowCount: 2000 }],
      },
    ],
    [
      'rows at its end',
      (lines) => [...lines.slice(0, -1), lines[1] ?? '', ''],
      { rowCount: 5001, parts: [{ fileStart: 5000, fileRowCount: 1, exportStart: 5000, exportRowCount: 0 }] },
    ],
    [
      'all rows in another order',
      (lines) => [...lines.slice(0, 1), ...lines.slice(1, -1).toReversed(), ''],
      { rowCount: 5000, parts: [{ fileStart: 0, fileRowCount: 5000, exportStart: 0, exportRowCount: 5000 }] },
    ],
    [
      'another name for a column',
      (lines) => lines.with(0, (lines[0] ?? '').replace('ItemNumber', 'Item')),
      { parts: [], otherColumns: ['Item', 'ItemNumber'] },
    ],
    [
      'a column more',
      (lines) => lines.map((line) => (line === '' ? line : `${line},1`)),
      { parts: [], otherColumns: ['1'], hasMoreCells: true },
    ],
  ];

  test.each(edits)('with %s is detected', async (_name, edit, expected) => {
    const { files, certificate } = await exported({ kind: 'csv', dialect: MACHINE_CSV }, MANY_ROWS);
    const [file, proof] = files;
    if (file === undefined || proof === undefined) throw new Error('There are two.');
    const lines = recordLines(await file.content.text());
    const changed = { name: 'renamed by somebody (1).csv', content: new Blob([edit(lines).join('\n')]) };
    const verification = await verifyExport([{ ...proof, name: 'certificate (2).json' }, changed]);
    expect(verification).toMatchObject({ kind: 'changed', certificate, ...expected });
  });

  test.each<[string, (certificate: Certificate) => Certificate]>([
    ['rows', (certificate) => ({ ...certificate, rows: { ...certificate.rows, first: 2, last: ROWS + 1 } })],
    ['promise', (certificate) => ({ ...certificate, rows: { ...certificate.rows, promised: ROWS + 1 } })],
    [
      'snapshot',
      (certificate) => ({ ...certificate, snapshot: { ...certificate.snapshot, rows: ROWS - 200 } }),
    ],
    [
      'blocks',
      ({ digest, ...certificate }) => ({
        ...certificate,
        digest: { ...digest, blocks: [...digest.blocks, ...digest.blocks.slice(0, 1)] },
      }),
    ],
  ])('with a certificate whose own numbers do not fit (%s) is detected', async (_name, edit) => {
    const { files, certificate } = await exported({ kind: 'json-lines' });
    const edited = { name: 'a.certificate.json', content: new Blob([certificateText(edit(certificate))]) };
    expect(await verifyExport([...files.slice(0, 1), edited])).toMatchObject({ kind: 'changed', parts: [] });
  });

  test('with an additional member in a JSON line is changed', async () => {
    const { files } = await exported({ kind: 'json-lines' });
    const [file, ...rest] = files;
    const lines = ((await file?.content.text()) ?? '').split('\n');
    const edited = lines.with(9, (lines[9] ?? '').replace('{', '{"Extra":1,')).join('\n');
    expect(await verifyExport([{ name: 'a.jsonl', content: new Blob([edited]) }, ...rest])).toMatchObject({
      kind: 'changed',
      parts: [],
      hasMoreCells: true,
    });
  });

  test('needs its certificate, and a certificate needs its file', async () => {
    const { files, certificate } = await exported({ kind: 'json-lines' });
    expect(await verifyExport(files.slice(0, 1))).toEqual({ kind: 'needs-certificate' });
    expect(await verifyExport(files.slice(1))).toEqual({ kind: 'needs-file', certificate });
  });

  test.each(['xlsx', 'parquet'] as const)(
    'cut off as %s is reported as damaged or not ours',
    async (kind) => {
      const { files } = await exported(kind === 'xlsx' ? TEST_WORKBOOK : { kind });
      const [file] = files;
      if (file === undefined) throw new Error('There is one.');
      const content = file.content.slice(0, file.content.size - 1000);
      expect(await verifyExport([{ name: file.name, content }])).toEqual({ kind: 'not-ours' });
    },
  );
});

/** Splits a CSV file into records. A line feed within quotes does not end a record. */
function recordLines(text: string): string[] {
  const records: string[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    if (isOpen) records.push(`${records.pop()}\n${line}`);
    else records.push(line);
    if ((line.split('"').length - 1) % 2 === 1) isOpen = !isOpen;
  }
  return records;
}

test.each(['a.csv', 'a.xlsx', 'a.parquet', 'a.txt', 'a.certificate.json'])(
  '%s of others is not ours',
  async (name) => {
    const files = [
      { name, content: new Blob(['PAR1, not a file of ours']) },
      ...(name === 'a.csv' ? [{ name: 'a.csv.certificate.json', content: new Blob(['{}']) }] : []),
    ];
    expect(await verifyExport(files)).toEqual({ kind: 'not-ours' });
  },
);

test('a damaged workbook says what is damaged, and nothing of its rows', async () => {
  const { files } = await exported(TEST_WORKBOOK);
  const [file] = files;
  if (file === undefined) throw new Error('There is a file.');
  const bytes = new Uint8Array(await file.content.arrayBuffer());
  const entry = new TextDecoder('latin1').decode(bytes).indexOf('xl/worksheets/sheet1.xml');
  const kinds = new Set<string>();
  const hasBoth = () => ['checksum', 'structure'].every((kind) => kinds.has(kind));
  const isEnough = () => !IS_LONG && hasBoth();
  for (let at = entry + 5_000; at < entry + 5_060 && !isEnough(); at += 1) {
    const content = new Blob([bytes.with(at, (bytes[at] ?? 0) ^ 1)]);
    const result = await verifyExport([{ name: file.name, content }]);
    expect(result).toMatchObject({ kind: 'damaged', damage: { part: 'Sales price' } });
    if (result.kind === 'damaged') kinds.add(result.damage.kind);
  }
  expect(hasBoth()).toBe(true);
});

describe('a file of new prices', () => {
  const COLUMNS: TableColumn[] = [
    columnOf('Article', 'text', 'nvarchar', null),
    columnOf('New value', 'number', 'decimal', 4),
    columnOf('New valid from', 'date', 'date', null),
  ];
  const NEW_PRICES: TableRow[] = [
    ['A-1', '2.6000', '2027-01-01'],
    ['A-2', '-0.0700', null],
    ['A-3', '19.9500', '2027-02-28'],
  ];

  async function certificateOf(format: 'csv' | 'xlsx'): Promise<ComputedCertificate> {
    const digest = createRowDigest(COLUMNS, format === 'xlsx' ? 3 : null);
    digest.add(rowBatchOf(NEW_PRICES, COLUMNS.length));
    const { delimiter, decimal, dateLocale, guardsFormulas } = MACHINE_CSV;
    return {
      kind: 'colonnade-proposal-certificate',
      version: 1,
      service: 'https://prices.example',
      priceColumn: 'SalesPrice',
      snapshot: { cacheKey: 'one', taken: '2026-11-26T10:00:00.000Z' },
      rules: [{ words: 'All rows: the price changes by +3 %.' }],
      columns: COLUMNS,
      rows: { written: NEW_PRICES.length },
      digest: await digest.finish(),
      file: {
        name: `proposal.${format}`,
        format,
        csv: format === 'csv' ? { delimiter, decimal, dateLocale, guardsFormulas, guardVersion: 3 } : null,
      },
      finished: '2026-11-26T10:01:00.000Z',
    };
  }

  async function csv(edit = (text: string) => text) {
    const parts: string[] = [];
    const encoder = createCsvEncoder(COLUMNS, MACHINE_CSV, {
      write: (bytes) => void parts.push(new TextDecoder().decode(bytes)),
    });
    await encoder.add(rowBatchOf(NEW_PRICES, COLUMNS.length));
    return { name: 'proposal.csv', content: new Blob([edit(parts.join(''))]) };
  }
  const beside = (certificate: object) => ({
    name: 'proposal.csv.certificate.json',
    content: new Blob([JSON.stringify(certificate)]),
  });

  test('is unchanged, and its certificate says by which rules', async () => {
    const certificate = await certificateOf('csv');
    const verification = await verifyExport([await csv(), beside({ ...certificate, counts: { rows: 9 } })]);
    expect(verification).toMatchObject({
      kind: 'computed',
      difference: null,
      certificate: { rules: certificate.rules, priceColumn: 'SalesPrice' },
    });
  });

  test('with another price is changed', async () => {
    const file = await csv((text) => text.replace('2.6000', '2.9000'));
    expect(await verifyExport([file, beside(await certificateOf('csv'))])).toMatchObject({
      kind: 'computed',
      difference: { rowCount: 3, parts: [{ fileStart: 0, fileRowCount: 3 }] },
    });
  });

  test('is looked for where there is its certificate alone', async () => {
    const certificate = await certificateOf('csv');
    expect(await verifyExport([beside(certificate)])).toMatchObject({
      kind: 'needs-file',
      certificate: { file: { name: 'proposal.csv' } },
    });
  });

  test('is a workbook whose sheets of figures are no rows of it', async () => {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const figures = [columnOf('Currency', 'text', 'nvarchar', null), columnOf('Rows', 'number', 'int', 0)];
    const encoder = await createXlsxEncoder(COLUMNS, {
      rowCount: NEW_PRICES.length,
      sheetTitle: 'Proposal',
      aboutTitle: 'About',
      hasFilePerSheet: false,
      fills: undefined,
      furtherColumns: [figures],
      openFile: () => Promise.resolve({ write: (bytes) => void parts.push(bytes.slice()) }),
    });
    await encoder.add(rowBatchOf(NEW_PRICES, COLUMNS.length));
    await encoder.beginTable('Effect', 1, 0);
    await encoder.add(rowBatchOf([['EUR', '3']], figures.length));
    await encoder.finish([['Price column', 'Sales price']], JSON.stringify(await certificateOf('xlsx')));
    const file = { name: 'proposal.xlsx', content: new Blob(parts) };
    expect(await verifyExport([file])).toMatchObject({ kind: 'computed', difference: null });
  });
});

function columnOf(
  name: string,
  type: TableColumn['type'],
  sqlType: string,
  scale: number | null,
): TableColumn {
  return { name, type, sqlType, precision: null, scale, maxLength: null, formatting: '' };
}
