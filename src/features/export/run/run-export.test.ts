import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { readSheet } from 'read-excel-file/node';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowAt } from '@mocks/data/price-sources';
import type { FaultRule } from '@mocks/service/faults';
import type { BodyChunks } from '@/lib/base/body-chunks';
import { MACHINE_CSV } from '@/lib/table-files/csv-dialect';
import type { ExportFormat, ExportFormatKind, ExportPlan } from '../model/export-job';
import { createMemoryStorage } from '../worker/memory-storage';
import type { ExportStorage } from '../worker/export-storage';
import { createExportHarness, resultOf, TEST_WORKBOOK } from '@/test/export-harness';
import { certificateSchema } from '@/rows/certificates/certificate';
import { certifiedRows } from '@/rows/certificates/certified-file';
import { rowBatchOf } from '@/lib/row-batches/row-batch';
import { createRowDigest } from '@/lib/table-files/row-digest';
import { runs } from '@/test/runs';
import { described } from '@/test/service-description.arbitraries';

/** More rows than fit into two blocks of the digest. They make twelve pages. */
const ROWS = 2_400;
/** More rows than fit into one block of the digest, but still few, because reading a workbook again takes long. */
const FEW_ROWS = 1_200;

const CSV: ExportFormat = { kind: 'csv', dialect: MACHINE_CSV };

/** A format of each kind, and the value that an empty text has after reading a file with a single column. */
const ONE_COLUMN: Readonly<Record<ExportFormatKind, { format: ExportFormat; emptyText: '' | null }>> = {
  csv: { format: CSV, emptyText: null },
  'json-lines': { format: { kind: 'json-lines' }, emptyText: '' },
  parquet: { format: { kind: 'parquet' }, emptyText: '' },
  xlsx: { format: TEST_WORKBOOK, emptyText: '' },
};

/** Plans an export of one text column in which some values are missing and some are empty. */
async function planOfOneColumn(
  plan: Awaited<ReturnType<typeof createExportHarness>>['plan'],
  format: ExportFormat,
): Promise<ExportPlan> {
  const whole = await plan('SalesPrice', { format });
  const rows = Array.from({ length: 2_000 }, (_, index) => rowAt('SalesPrice', index));
  const columns = whole.columns.filter(
    ({ name, type }) =>
      type === 'text' && [null, ''].every((value) => rows.some((row) => row[name] === value)),
  );
  expect(columns.length).toBeGreaterThan(0);
  return { ...whole, columns: columns.slice(0, 1) };
}

async function textOf(files: readonly { readonly content: Blob }[]): Promise<string> {
  return (await files[0]?.content.text()) ?? '';
}

test('a day keeps its form when a highlight tests it', async () => {
  const { plan, run } = await createExportHarness(
    { rowCount: 20 },
    described({ extraction: { dates: 'epoch-ms', zone: 'Europe/Vienna' } }),
  );
  const begun = await plan('SalesPrice', { format: { kind: 'json-lines' } });
  const { name = '' } = begun.columns.find(({ sqlType }) => sqlType === 'date') ?? {};
  const daysOf = async (changes: Partial<ExportPlan>) => {
    const { files } = await resultOf(run({ ...begun, ...changes }));
    const lines = (await textOf(files)).trim().split('\n');
    return lines.map((line) => (JSON.parse(line) as Record<string, unknown>)[name]);
  };
  const plain = await daysOf({});
  const days = plain.filter((day) => day !== null);
  expect(days).toEqual(days.map(() => expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string));
  const highlights = { rules: [], columns: [{ name, type: 'date' as const }] };
  expect(await daysOf({ highlights })).toEqual(plain);
});

describe('an export of a whole snapshot', () => {
  test('contains every row, read by an independent reader', async () => {
    const { plan, run } = await createExportHarness({ rowCount: ROWS });
    const begun = await plan();
    const { files, certificate } = await resultOf(run(begun));
    const records: Record<string, string>[] = parse(await textOf(files), { columns: true });
    expect(records).toHaveLength(ROWS);
    for (const [index, record] of records.entries()) {
      const expected = Object.fromEntries(
        Object.entries(rowAt('SalesPrice', index)).map(([name, value]) => [name, String(value ?? '')]),
      );
      if (JSON.stringify(record) !== JSON.stringify(expected)) expect(record).toEqual(expected);
    }
    expect(certificate.rows).toEqual({ first: 1, last: ROWS, promised: ROWS, written: ROWS });
    expect(certificate.pages).toEqual({ first: 1, last: ROWS / 200, size: 200 });
    expect(certificate.keys).toEqual({ columns: ['EntryNo'], areUnique: true });
    expect(certificateSchema.parse(JSON.parse(JSON.stringify(certificate)))).toEqual(certificate);
  });

  test('has a digest that can be recomputed from the file', async () => {
    const { plan, run } = await createExportHarness({ rowCount: ROWS });
    const { files, certificate } = await resultOf(
      run(await plan('SalesPrice', { format: { kind: 'json-lines' } })),
    );
    const lines = (await textOf(files)).trimEnd().split('\n');
    const hash = createHash('sha256');
    hash.update(`${JSON.stringify(certificate.columns.map(({ name }) => name))}\n`);
    for (const line of lines) {
      // The digits are read from the line of text, so that the expected values do not depend on a JSON parser.
      const cells: string[] = [];
      for (const { name, type } of certificate.columns) {
        const [, text = ''] = new RegExp(`"${name}":("(?:[^"\\\\]|\\\\.)*"|[^,}]*)`).exec(line) ?? [];
        if (type === 'number') cells.push(text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''));
        else if (type === 'date')
          cells.push(
            text
              .replace(/(\.\d*?)0+"$/, '$1"')
              .replace(/\."$/, '"')
              .replace('T00:00:00"', '"'),
          );
        else cells.push(text);
      }
      hash.update(`[${cells.join(',')}]\n`);
    }
    expect(certificate.digest.sha256).toBe(hash.digest('hex'));
    expect(certificate.digest.blocks).toHaveLength(Math.ceil(ROWS / 1000));
  });

  test.each(Object.values(ONE_COLUMN))(
    'of a single column has all of its values, and proves itself: $format.kind',
    async ({ format, emptyText }) => {
      const { plan, run } = await createExportHarness({ rowCount: ROWS });
      const { files, certificate } = await resultOf(run(await planOfOneColumn(plan, format)));
      const [{ name } = { name: '' }] = certificate.columns;
      const digest = createRowDigest(certificate.columns, certificate.digest.secondDigits);
      const cells: unknown[] = [];
      for await (const row of await certifiedRows(files[0]?.content ?? new Blob(), certificate)) {
        cells.push(row[0]);
        digest.add(rowBatchOf([row], 1));
      }
      expect(cells).toHaveLength(ROWS);
      const expected = cells.map((_, index) => rowAt('SalesPrice', index)[name] ?? null);
      expect(cells).toEqual(expected.map((cell) => (cell === '' ? emptyText : cell)));
      expect((await digest.finish()).sha256).toBe(certificate.digest.sha256);
    },
  );

  test('of a single column has a record for each row, also for readers that leave out blank lines', async () => {
    const { plan, run } = await createExportHarness({ rowCount: ROWS });
    const { files } = await resultOf(run(await planOfOneColumn(plan, CSV)));
    const records: string[][] = parse(await textOf(files), { skip_empty_lines: true });
    expect(records).toHaveLength(ROWS + 1);
  });

  test('of a selection has its rows and columns', async () => {
    const { plan, run } = await createExportHarness({ rowCount: ROWS });
    const whole = await plan();
    const { files, certificate } = await resultOf(
      run({ ...whole, columns: whole.columns.slice(1, 3), rowStart: 1500, rowEnd: 2301, pageSize: null }),
    );
    const records: string[][] = parse(await textOf(files));
    expect(records[0]).toEqual(['ItemNumber', 'Name']);
    expect(records).toHaveLength(802);
    expect(records[1]?.[0]).toBe(rowAt('SalesPrice', 1500)['ItemNumber']);
    expect(records.at(-1)?.[0]).toBe(rowAt('SalesPrice', 2300)['ItemNumber']);
    expect(certificate.rows).toMatchObject({ first: 1501, last: 2301, written: 801 });
  });

  test('as a workbook with all digits has the same digest, and contains the certificate', async () => {
    const { plan, run } = await createExportHarness({ rowCount: FEW_ROWS });
    const begun = await plan();
    const asCsv = await resultOf(run(begun));
    const { files, certificate } = await resultOf(
      run({ ...begun, format: { ...TEST_WORKBOOK, keepsFullSeconds: true } }),
    );
    expect(certificate.digest).toEqual(asCsv.certificate.digest);
    expect(files.map(({ name }) => name)).toEqual(['test.xlsx']);
    const workbook = Buffer.from((await files[0]?.content.arrayBuffer()) ?? new ArrayBuffer(0));
    const rows = await readSheet(workbook, 1, { parseNumber: (text) => text });
    expect(rows).toHaveLength(FEW_ROWS + 1);
    expect(rows[FEW_ROWS]?.slice(0, 3)).toEqual(Object.values(rowAt('SalesPrice', FEW_ROWS - 1)).slice(0, 3));
    const hidden = await readSheet(workbook, 'Certificate');
    expect(JSON.parse(hidden.map(([chunk]) => String(chunk)).join(''))).toEqual(certificate);
  });

  test('as a workbook has date-times as dates, and says on its second sheet how many digits were left out', async () => {
    const { plan, run } = await createExportHarness({ rowCount: FEW_ROWS });
    const begun = await plan('SalesPrice', { format: TEST_WORKBOOK });
    const { files, certificate } = await resultOf(run(begun));
    const workbook = Buffer.from((await files[0]?.content.arrayBuffer()) ?? new ArrayBuffer(0));
    const [header = [], ...rows] = await readSheet(workbook, 1);
    const moments = rows.map((row) => row[header.indexOf('_dtLastModifiedDate')]);
    expect(moments.filter((moment) => moment instanceof Date)).toHaveLength(FEW_ROWS);
    expect(certificate.file.datesAsText).toBe(0);
    expect(certificate.digest.secondDigits).toBe(3);
    const about = new Map((await readSheet(workbook, 2)).map(([label, value]) => [label, value]));
    expect(certificate.file.datesCut).toBeGreaterThan(0);
    expect(about.get('Shortened date-times')).toMatch(
      new RegExp(`^${certificate.file.datesCut.toLocaleString('en-GB')}\\. .*“Full digits as text”`),
    );
    // The About sheet shows texts, with numbers and times in the user's format.
    expect(about.get('Rows')).toBe(`${FEW_ROWS.toLocaleString('en-GB')}, which is the whole snapshot`);
    expect(about.get('Dates as text')).toBe('None');
    expect(about.get('Snapshot taken')).toMatch(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d \(.+\)$/);
  });

  test('as Parquet stores a column as text if its type cannot hold the values', async () => {
    const { plan, run } = await createExportHarness({ rowCount: ROWS });
    const begun = await plan('SalesPrice', { format: { kind: 'parquet' } });
    const columns = begun.columns.map((column) =>
      column.name === 'Value' ? { ...column, sqlType: 'int' } : column,
    );
    const { files, certificate } = await resultOf(
      run({ ...begun, columns }, { storage: recordingStorage([]) }),
    );
    expect(certificate.file.textColumns).toEqual(['Value']);
    const file = (await files[0]?.content.arrayBuffer()) ?? new ArrayBuffer(0);
    const rows = await parquetReadObjects({ file, columns: ['ItemNumber', 'Value'] });
    expect(rows).toHaveLength(ROWS);
    expect(rows[ROWS - 1]).toMatchObject({
      ItemNumber: rowAt('SalesPrice', ROWS - 1)['ItemNumber'],
      Value: rowAt('SalesPrice', ROWS - 1)['Value'],
    });
  });

  test('of no rows is a file with a header', async () => {
    const { plan, run } = await createExportHarness({ rowCount: ROWS });
    const { files, certificate } = await resultOf(run(await plan('TenderPrice')));
    expect(await textOf(files)).toBe('ItemNumber,TenderValue,ClosesOn\n');
    expect(certificate.rows).toEqual({ first: 1, last: 0, promised: 0, written: 0 });
  });

  test('requests smaller pages if the service does not grant the largest', async () => {
    const { service, plan, run } = await createExportHarness();
    const begun = await plan('SalesPrice', { pageSize: null });
    service.controls.addFault({ on: 'extraction', fault: { kind: 'status', status: 400 }, times: 2 });
    const started = run(begun);
    await resultOf(started);
    expect(started.plan().pageSize).toBe(1000);
  });

  test('of a billion rows with a key starts like any other', async () => {
    const { plan, run } = await createExportHarness({ rowCount: 1_000_000_000 });
    const holdings: unknown[] = [];
    const started = run(await plan('SalesPrice', { pageSize: 1_000 }), {
      onProgress: ({ nextPage }, running) => {
        if (nextPage > 3) void running.discard();
      },
      onRetrying: (retryReason) => holdings.push(retryReason),
    });
    await expect.poll(() => started.progress()?.rows ?? holdings).toBeGreaterThan(2_000);
    expect(holdings).toEqual([]);
  });

  test('uses four concurrent requests and never more', async () => {
    const { plan, run, mostCallsAtOnce } = await createExportHarness({ rowCount: ROWS, latencyMs: 5 });
    await resultOf(run(await plan()));
    expect(mostCallsAtOnce()).toBe(4);
  });
});

describe('a mismatch withholds the file', () => {
  const mismatches: [string, FaultRule['fault'], object][] = [
    ['a dropped row', { kind: 'dropped-row' }, { mismatch: 'row-count' }],
    ['a doubled row', { kind: 'doubled-row' }, { mismatch: 'double-key' }],
    ['rows of another page', { kind: 'other-page-rows' }, { mismatch: 'double-key' }],
    ['another page', { kind: 'wrong-page' }, { mismatch: 'other-page' }],
    ['another snapshot', { kind: 'wrong-key' }, { mismatch: 'other-snapshot' }],
    ['another total', { kind: 'wrong-total', by: 1 }, { mismatch: 'other-total' }],
  ];

  test.each(mismatches)('%s', async (_name, fault, expected) => {
    const { service, plan, run } = await createExportHarness({ rowCount: ROWS });
    const begun = await plan();
    service.controls.addFault({ on: 'extraction', fault, skip: 7 });
    expect(await run(begun).outcome).toMatchObject({
      kind: 'failed',
      failure: { kind: 'mismatch', ...expected },
    });
  });

  test('the repeated row is named by its key', async () => {
    const { service, plan, run } = await createExportHarness({ rowCount: ROWS });
    const begun = await plan();
    service.controls.addFault({ on: 'extraction', fault: { kind: 'doubled-row' }, skip: 7 });
    const doubled = String(rowAt('SalesPrice', 1_400)['EntryNo']);
    expect(await run(begun).outcome).toMatchObject({ failure: { page: 8, row: 1_402, key: doubled } });
  });

  test('a page that brings another one’s rows, also where not all fields were chosen', async () => {
    const { service, plan, run } = await createExportHarness({ rowCount: ROWS });
    const begun = await plan('SalesPrice', { hasAllFields: false });
    service.controls.addFault({ on: 'extraction', fault: { kind: 'other-page-rows' }, skip: 7 });
    expect(await run(begun).outcome).toMatchObject({
      failure: { kind: 'mismatch', mismatch: 'double-key', page: 8, row: 1_401 },
    });
  });

  test('an expired snapshot is reported', async () => {
    const { service, plan, run } = await createExportHarness({ rowCount: ROWS });
    const begun = await plan();
    service.controls.expireSnapshots();
    expect(await run(begun).outcome).toMatchObject({
      kind: 'failed',
      failure: { kind: 'service', failure: { kind: 'expired-snapshot', messages: expect.any(Array) } },
    });
  });

  test('a failure within a valid envelope is reported', async () => {
    const { service, plan, run } = await createExportHarness({ rowCount: ROWS });
    const begun = await plan();
    service.controls.addFault({ on: 'extraction', fault: { kind: 'not-succeeded', errors: ['no'] } });
    expect(await run(begun).outcome).toMatchObject({
      kind: 'failed',
      failure: {
        kind: 'service',
        failure: { kind: 'rejected', messages: ['no'], requestId: expect.any(String) },
      },
    });
  });
});

describe('a key that the source has in several rows', () => {
  const sameKey = (columns: readonly string[]) => ({
    on: 'extraction' as const,
    times: null,
    fault: { kind: 'same-values' as const, row: 1_210, as: 17, columns: [...columns] },
  });

  test('withholds nothing: all rows are written, and the certificate does not say that keys are unique', async () => {
    const { service, plan, run } = await createExportHarness({ rowCount: ROWS });
    service.controls.addFault(sameKey(['EntryNo']));
    const { files, certificate } = await resultOf(run(await plan()));
    const key = String(rowAt('SalesPrice', 17)['EntryNo']);
    const doubled = { keys: 1, alike: 0, named: [key] };
    expect(certificate.keys).toEqual({ columns: ['EntryNo'], areUnique: false, doubled });
    expect(certificate.rows.written).toBe(ROWS);
    const lines = (await textOf(files)).split('\n');
    expect(lines.filter((line) => line.startsWith(`${key},`))).toHaveLength(2);
  });

  test('with rows that are the same in the fields chosen is told as a doubt, and with all fields withholds the file', async () => {
    const { service, plan, run } = await createExportHarness({ rowCount: ROWS });
    const begun = await plan();
    service.controls.addFault(sameKey(begun.snapshotColumns));
    expect(await run(begun).outcome).toMatchObject({
      kind: 'failed',
      failure: { kind: 'mismatch', mismatch: 'double-key', row: 1_211 },
    });
    const { certificate } = await resultOf(run({ ...begun, hasAllFields: false }));
    expect(certificate.keys).toMatchObject({ areUnique: false, doubled: { keys: 1, alike: 1 } });
  });

  test('is held against the fields that are not written, too', async () => {
    const { service, plan, run } = await createExportHarness({ rowCount: ROWS });
    const begun = await plan();
    service.controls.addFault(sameKey(['EntryNo', 'Value']));
    const columns = begun.columns.filter(({ name }) => ['EntryNo', 'Value'].includes(name));
    const { certificate } = await resultOf(run({ ...begun, columns }));
    expect(certificate.keys).toMatchObject({ areUnique: false, doubled: { keys: 1, alike: 0 } });
  });
});

describe('temporary failures', () => {
  test('do not change the file', async () => {
    const { service, plan, run } = await createExportHarness({ rowCount: ROWS });
    const begun = await plan();
    const calm = await resultOf(run(begun));
    for (const fault of [
      { kind: 'cut' },
      { kind: 'cut-midway' },
      { kind: 'trickle', chunkBytes: 4_096, intervalMs: 1 },
      { kind: 'status', status: 503 },
      { kind: 'status', status: 429, retryAfterS: 0 },
      { kind: 'status', status: 500 },
    ] as const) {
      service.controls.addFault({ on: 'extraction', fault, skip: 3, times: 2 });
    }
    service.controls.expireAccessTokens();
    const troubled = await resultOf(run(begun));
    expect(troubled.certificate.digest).toEqual(calm.certificate.digest);
    expect(await textOf(troubled.files)).toBe(await textOf(calm.files));
  });

  test('restart a worker whose code cannot be loaded', async () => {
    const { plan, run } = await createExportHarness({ rowCount: ROWS });
    const begun = await plan('SalesPrice', { pageSize: null });
    const { certificate } = await resultOf(run(begun, { failingStarts: { crashes: 2, faults: 2 } }));
    expect(certificate.rows.written).toBe(ROWS);
    expect(await run(begun, { failingStarts: { crashes: 0, faults: 99 } }).outcome).toEqual({
      kind: 'failed',
      failure: { kind: 'not-loaded' },
    });
  });

  test('a reload at any point results in the same bytes', async () => {
    const { service, plan, run } = await createExportHarness({ rowCount: FEW_ROWS });
    const begun = await plan('SalesPrice', { pageSize: null });
    const whole = await resultOf(run(begun));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 4 }), async (stops) => {
        const kept: BodyChunks[] = [];
        const job = { ...begun, pageSize: 200 };
        for (const stop of stops) {
          await new Promise<void>((resolve) => {
            const started = run(job, {
              storage: recordingStorage(kept),
              onProgress: ({ nextPage }, running) => {
                if (nextPage > stop) void running.leave().then(resolve);
              },
            });
            void started.outcome.then(() => resolve());
          });
        }
        const storedPages = kept.length;
        service.controls.clearJournal();
        const resumed = await resultOf(run(job, { storage: recordingStorage(kept) }));
        // Only pages that were not stored have been requested.
        expect(service.controls.journal()).toHaveLength(FEW_ROWS / 200 - storedPages);
        expect(resumed.certificate.digest).toEqual(whole.certificate.digest);
        expect(await textOf(resumed.files)).toBe(await textOf(whole.files));
      }),
      { numRuns: runs(3) },
    );
  });

  test('a paused export requests nothing, and completes after resuming', async () => {
    const { service, plan, run } = await createExportHarness({ rowCount: ROWS });
    const begun = await plan();
    const pauses: number[] = [];
    const started = run(begun, {
      onProgress: ({ nextPage }, running) => {
        if (pauses.length > 0 || nextPage < 5) return;
        pauses.push(nextPage);
        running.pause();
      },
    });
    await expect.poll(() => pauses).toHaveLength(1);
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
    const asked = service.controls.journal().length;
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
    expect(service.controls.journal()).toHaveLength(asked);
    started.running.resume();
    expect((await resultOf(started)).certificate.rows.written).toBe(ROWS);
  });
});

function recordingStorage(kept: BodyChunks[]): ExportStorage {
  return {
    ...createMemoryStorage(),
    // The loop uses a copy of the list, because the list grows during the loop.
    async *storedPages() {
      const keptNow = [...kept];
      yield* keptNow;
    },
    storePage: (response) => {
      kept.push(response.map((bytes) => bytes.slice()));
    },
  };
}
