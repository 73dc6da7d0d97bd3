import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { rightsFromIds, UNKNOWN_RIGHTS, type Rights } from '@/session/rights/rights';
import { browserClock } from '@/lib/base/clock';
import { rowAt } from '@mocks/data/price-sources';
import type { ServiceDescription } from '@/contract/service-description';
import { described } from '@/test/service-description.arbitraries';
import { createExportHarness, inProcessWorker, resultOf, TEST_WORKBOOK } from '@/test/export-harness';
import type { Certificate } from '@/rows/certificates/certificate';
import type { ExportPlan } from '../model/export-job';
import { createDiscardingWriter } from '../worker/discarding-writer';
import { createMemoryStorage } from '../worker/memory-storage';
import { compareWithSnapshot, type SnapshotComparison } from './compare-with-snapshot';
import { compareValues } from './same-values';

type Harness = Awaited<ReturnType<typeof createExportHarness>>;

/** More rows than fit into one block. The certificate has a digest for each block of rows. */
const FEW_ROWS = 1_200;

let harness: Harness;
beforeEach(async () => {
  harness = await createExportHarness();
});

async function certificateOf(name?: string, changes?: Partial<ExportPlan>): Promise<Certificate> {
  const { certificate } = await resultOf(harness.run(await harness.plan(name, changes)));
  return certificate;
}

async function compared(
  certificate: Certificate,
  {
    rights = UNKNOWN_RIGHTS,
    service = certificate.service,
    signal = new AbortController().signal,
  }: {
    readonly rights?: Rights;
    /** The service that the user is signed in to. */
    readonly service?: string;
    readonly signal?: AbortSignal;
  } = {},
): Promise<{ readonly comparison: SnapshotComparison; readonly rows: number }> {
  let rows = 0;
  const comparison = await compareWithSnapshot(
    certificate,
    {
      client: harness.client,
      rights,
      service,
      startWorker: () => inProcessWorker(async () => createMemoryStorage(), createDiscardingWriter),
      hasWebAssembly: true,
      clock: browserClock(),
      random: () => 0,
      isVersionGone: () => Promise.resolve(false),
    },
    {
      onRows: (count) => {
        rows = count;
      },
      onRetrying: () => undefined,
      onReading: () => undefined,
    },
    signal,
  );
  return { comparison, rows };
}

const OTHER_DIGEST = '0'.repeat(64);

describe('a certificate and the snapshot it names', () => {
  test('are equal after an export, whole, partial or empty', async () => {
    harness = await createExportHarness({ rowCount: FEW_ROWS });
    const whole = await certificateOf();
    expect(await compared(whole)).toEqual({ comparison: { kind: 'same' }, rows: FEW_ROWS });
    const plan = await harness.plan();
    const part = { columns: plan.columns.slice(1, 3), rowStart: 500, rowEnd: 1_101 };
    expect(await compared(await certificateOf('SalesPrice', part))).toEqual({
      comparison: { kind: 'same' },
      rows: 601,
    });
    expect((await compared(await certificateOf('TenderPrice'))).comparison).toEqual({ kind: 'same' });
  });

  test('are equal to the millisecond where a workbook holds no more, and to the last digit where it does', async () => {
    harness = await createExportHarness({ rowCount: FEW_ROWS });
    const format = TEST_WORKBOOK;
    const cut = await certificateOf('SalesPrice', { format });
    expect(cut.file.datesCut).toBeGreaterThan(0);
    expect(cut.digest.secondDigits).toBe(3);
    expect((await compared(cut)).comparison).toEqual({ kind: 'same' });
    const full = await certificateOf('SalesPrice', { format: { ...format, keepsFullSeconds: true } });
    expect(full.file).toMatchObject({ datesCut: 0, datesAsText: cut.file.datesCut });
    expect(full.digest.secondDigits).toBeNull();
    expect(full.digest.sha256).toBe((await certificateOf('SalesPrice')).digest.sha256);
    expect((await compared(full)).comparison).toEqual({ kind: 'same' });
  });

  test.each<[what: string, description: ServiceDescription, isCounted: true | undefined]>([
    [
      'in other words',
      described(JSON.parse(readFileSync('mocks/dialects/snake-case.json', 'utf8'))),
      undefined,
    ],
    [
      'that tells its total in a header',
      described({ extraction: { total: { header: 'X-Total' } } }),
      undefined,
    ],
    ['that does not tell its total', described({ extraction: { total: null } }), true],
  ])('are compared at a described service %s', async (_, description, isCounted) => {
    harness = await createExportHarness({ rowCount: FEW_ROWS }, description);
    const certificate = await certificateOf();
    expect(certificate.snapshot).toMatchObject({ rows: FEW_ROWS });
    expect(certificate.snapshot.counted).toBe(isCounted);
    expect(await compared(certificate)).toEqual({ comparison: { kind: 'same' }, rows: FEW_ROWS });
    const digest = { ...certificate.digest, sha256: OTHER_DIGEST };
    expect((await compared({ ...certificate, digest })).comparison).toMatchObject({ kind: 'different' });

    // A spreadsheet program has saved the rows around the end of a page again, without their empty texts.
    const first = 995;
    const rows = Array.from({ length: 10 }, (_, index) => {
      const row = rowAt('SalesPrice', first + index);
      return certificate.columns.map(({ name }) => {
        const value = row[name];
        // Milliseconds since 1970 have no digits beyond them.
        const isCut = description.extraction.dates === 'epoch-ms' && typeof value === 'string';
        return value === '' ? null : ((isCut ? value.replace(/(T.*\.\d{3})\d+$/, '$1') : value) ?? null);
      });
    });
    const part = { exportStart: first, exportRowCount: 10, fileStart: first, fileRowCount: 10, rows };
    const { signal } = new AbortController();
    expect(await compareValues(certificate, [part], harness.client, signal)).toEqual({ kind: 'same' });

    harness.service.controls.expireSnapshots();
    expect((await compared(certificate)).comparison).toEqual({ kind: 'expired' });
  });

  test('are equal despite temporary failures', async () => {
    const certificate = await certificateOf();
    harness.service.controls.addFault({ on: 'extraction', fault: { kind: 'cut-midway' }, skip: 1 });
    harness.service.controls.expireAccessTokens();
    expect((await compared(certificate)).comparison).toEqual({ kind: 'same' });
  });

  test('differ where the certificate describes other rows', async () => {
    const certificate = await certificateOf();
    const { blocks } = certificate.digest;
    const forged = blocks.map((digest, block) => ([1, 2, 4].includes(block) ? OTHER_DIGEST : digest));
    const digest = { ...certificate.digest, sha256: OTHER_DIGEST, blocks: forged };
    expect((await compared({ ...certificate, digest })).comparison).toEqual({
      kind: 'different',
      differences: [
        {
          kind: 'rows',
          ranges: [
            { first: 1_001, last: 3_000 },
            { first: 4_001, last: 5_000 },
          ],
        },
      ],
    });
  });

  test('differ where it counts other rows, names another time, or has fields that the snapshot does not', async () => {
    const certificate = await certificateOf();
    const [first] = certificate.columns;
    if (first === undefined) throw new Error('There is one.');
    const forged = {
      ...certificate,
      snapshot: { ...certificate.snapshot, rows: 4_999, created: '2020-01-01T00:00:00.000Z' },
      rows: { first: 1, last: 4_999, promised: 4_999, written: 4_999 },
      columns: [...certificate.columns, { ...first, name: 'Approved' }],
    };
    expect((await compared(forged)).comparison).toEqual({
      kind: 'different',
      differences: [
        { kind: 'row-count', found: 5_000 },
        { kind: 'taken', foundMs: Date.parse(certificate.snapshot.created) },
        { kind: 'columns', columns: ['Approved'] },
      ],
    });
  });

  test('differ where another type would let another value count as the same', async () => {
    const certificate = await certificateOf();
    const columns = certificate.columns.map((column) =>
      column.name === 'ItemNumber' ? { ...column, type: 'number' as const } : column,
    );
    expect((await compared({ ...certificate, columns })).comparison).toEqual({
      kind: 'different',
      differences: [{ kind: 'columns', columns: ['ItemNumber'] }],
    });
  });

  test('cannot be compared once the snapshot is gone', async () => {
    const certificate = await certificateOf();
    harness.service.controls.expireSnapshots();
    expect((await compared(certificate)).comparison).toEqual({ kind: 'expired' });
  });

  test('are not compared where fields may not be viewed, or another service is named; that one is not asked', async () => {
    const certificate = await certificateOf('CostForPricing', { rowEnd: 200 });
    expect((await compared(certificate, { rights: rightsFromIds([]) })).comparison).toMatchObject({
      kind: 'locked',
      columns: expect.arrayContaining(['CostForPricing']),
    });
    harness.service.controls.clearJournal();
    const elsewhere = await compared(certificate, { service: 'https://elsewhere.test/papi' });
    expect(elsewhere.comparison).toEqual({ kind: 'other-service' });
    expect(harness.service.controls.journal()).toEqual([]);
  });

  test('are reported as not compared after a cancellation, and with the reason after a failure', async () => {
    const certificate = await certificateOf();
    const controller = new AbortController();
    harness.service.controls.addFault({
      on: 'extraction',
      fault: { kind: 'delay', delayMs: 60_000 },
      skip: 1,
    });
    const comparing = compared(certificate, { signal: controller.signal });
    await expect.poll(() => harness.service.controls.journal().length).toBeGreaterThan(0);
    controller.abort();
    expect((await comparing).comparison).toEqual({ kind: 'not-compared' });

    harness.service.controls.clearFaults();
    harness.service.controls.addFault({
      on: 'extraction',
      fault: { kind: 'wrong-page' },
      skip: 1,
      times: null,
    });
    expect((await compared(certificate)).comparison).toMatchObject({
      kind: 'failed',
      failure: { kind: 'mismatch', mismatch: 'other-page' },
    });
  });
});
