import 'fake-indexeddb/auto';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { extractedPageText } from '@/contract/extraction.schema';
import { resultOf } from '@/test/export-harness';
import { createFakeLocks } from '@/test/fake-locks';
import { FakePrivateFolder } from '@/test/fake-private-files';
import { connectInProcess, keepWholePriceColumn } from '@/test/kept-copy-harness';
import type { ExportPlan } from '../model/export-job';
import { openLocalPages, type LocalPages } from './local-pages';

let root = new FakePrivateFolder();
let databases = 0;

beforeEach(() => {
  root = new FakePrivateFolder();
  databases += 1;
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => root }, locks: createFakeLocks() });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Returns a kept copy of a price column, and the plan of its export. The service no longer has the snapshot. */
async function exportOfCopy(changes: Partial<ExportPlan> = {}) {
  const kept = await keepWholePriceColumn('SalesPrice', `local-${databases}`);
  const { own, copy, harness } = kept;
  const plan = await harness.plan('SalesPrice', { copyId: copy.id, pageSize: null, ...changes });
  const snapshot = { ...plan.snapshot, cacheKey: copy.cacheKey, rowCount: copy.rowCount };
  harness.service.controls.expireSnapshots();
  const open = (signal: AbortSignal) =>
    openLocalPages(own, { ...plan, snapshot }, undefined, signal, connectInProcess);
  return { ...kept, plan: { ...plan, snapshot }, open };
}

test('a kept copy is exported without the service, with the digest of its rows', async () => {
  const { harness, certificate, plan, open, copy } = await exportOfCopy();
  const exported = await resultOf(harness.run(plan, { openLocalPages: open }));
  expect(exported.certificate.digest).toEqual(certificate.digest);
  expect(exported.certificate.snapshot.cacheKey).toBe(copy.cacheKey);
  expect(exported.certificate.rows).toMatchObject({ written: 1_500, promised: 1_500 });
});

test('some rows and columns of a copy are exported', async () => {
  const { harness, plan, open, rows, copy } = await exportOfCopy({ rowStart: 7, rowEnd: 9 });
  const columns = plan.columns.slice(2, 4);
  const { files } = await resultOf(harness.run({ ...plan, columns }, { openLocalPages: open }));
  const at = columns.map(({ name }) => copy.columns.indexOf(name));
  const cells = rows.slice(7, 9).map((row) => at.map((index) => String(row[index] ?? '')));
  const [, ...written] = parse((await files[0]?.content.text()) ?? '');
  expect(written).toEqual(cells);
});

test('a damaged copy is no file', async () => {
  const { harness, plan, open } = await exportOfCopy();
  const [file] = root.files();
  if (file !== undefined) file.bytes = file.bytes.slice(0, -100);
  const outcome = await harness.run(plan, { openLocalPages: open }).outcome;
  expect(outcome).toEqual({ kind: 'failed', failure: { kind: 'lost-copy' } });
});

test('rows that a view has read are kept although the snapshot has expired', async () => {
  const { harness, certificate, plan, rows, copy } = await exportOfCopy();
  const { copyId: _, ...own } = plan;
  const local = pagesOf(rows, { ...plan.snapshot }, copy.columns);
  const exported = await resultOf(harness.run(own, { openLocalPages: async () => local }));
  expect(exported.certificate.digest).toEqual(certificate.digest);
});

test('the service is asked if a view has released its rows', async () => {
  const { harness, certificate } = await keepWholePriceColumn('SalesPrice', `local-${databases}`);
  const plan = await harness.plan('SalesPrice', { pageSize: null });
  const lost: LocalPages = {
    receivePage: () => Promise.reject(new Error('gone')),
    areAtService: true,
    close: () => undefined,
  };
  const exported = await resultOf(harness.run(plan, { openLocalPages: async () => lost }));
  expect(exported.certificate.digest).toEqual(certificate.digest);
});

function pagesOf(
  rows: Parameters<typeof extractedPageText>[0]['rows'],
  snapshot: ExportPlan['snapshot'],
  columns: readonly string[],
): LocalPages {
  return {
    receivePage: async (page, pageSize) => [
      new TextEncoder().encode(
        extractedPageText({
          snapshot,
          page,
          columns,
          rows: rows.slice((page - 1) * pageSize, page * pageSize),
        }),
      ),
    ],
    areAtService: true,
    close: () => undefined,
  };
}

test('only copies are made of what a view has read: a file has numbers as the service writes them', async () => {
  const { own, plan } = await exportOfCopy();
  const { copyId: _copyId, ...ofSnapshot } = plan;
  const receivePage = () => Promise.reject(new Error('not asked'));
  const { signal } = new AbortController();
  expect(await openLocalPages(own, ofSnapshot, receivePage, signal)).toBeNull();
  const keep = { name: '', note: null, priceColumn: {}, words: null, search: {}, takenAtMs: 0 };
  expect(await openLocalPages(own, { ...ofSnapshot, keep }, receivePage, signal)).toMatchObject({
    receivePage,
  });
});
