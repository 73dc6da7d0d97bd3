import 'fake-indexeddb/auto';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { priceColumnRecord, storedPriceColumn } from '@/contract/price-columns.schema';
import { createExtractionPageReader } from '@/rows/extraction/extraction-page-reader';
import { rowsOf } from '@/lib/row-batches/row-batch';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { cellsOfColumns } from '@/test/cells-of-columns';
import { createFakeLocks } from '@/test/fake-locks';
import { FakePrivateFolder } from '@/test/fake-private-files';
import { connectInProcess as connect, keepWholePriceColumn } from '@/test/kept-copy-harness';
import { keptCopies } from './kept-copies';
import type { KeptCopy } from './kept-copy';
import { openCopy } from './open-copy';
import { IS_LONG, runs } from '@/test/runs';
import { described } from '@/test/service-description.arbitraries';

const PRICE_COLUMNS = ['SalesPrice', 'PromotionPrice', ...(IS_LONG ? ['CostForPricing'] : [])];
const signal = new AbortController().signal;
const nothingLocked = () => false;
const keepWhole = (name: string) => keepWholePriceColumn(name, `open-${databases}`);

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

test.each(PRICE_COLUMNS)('every value of %s comes back as the service has sent it', async (name) => {
  const { own, copy, rows, priceColumn, plan } = await keepWhole(name);
  const opened = await openCopy(own, copy.id, nothingLocked, { signal, connect });
  expect(opened.priceColumn).toEqual(priceColumn);
  expect(opened.snapshot).toEqual({
    ...plan.snapshot,
    cacheKey: `copy:${copy.id}`,
    expiresAtMs: plan.snapshot.createdAtMs,
  });
  expect(await opened.readRows(0, rows.length, signal)).toEqual(rows);
  expect(await opened.readRows(7, 9, signal)).toEqual(rows.slice(7, 9));

  // The reader of the service's pages must be able to read the pages of a copy.
  const readPage = createExtractionPageReader(
    { priceColumn: name, snapshot: opened.snapshot, pageSize: 100 },
    opened.columns,
  );
  const page = readPage(await opened.receivePage(2, 100, signal), 2);
  expect([...page.batches()].flatMap(rowsOf)).toEqual(rows.slice(100, 200));
  expect(() => page.requireFit()).not.toThrow();
});

test('a copy of rows that were counted, without a stable snapshot, says so as long as it is kept', async () => {
  const description = described({ extraction: { snapshot: null, total: null } });
  const { own, copy, rows, certificate } = await keepWholePriceColumn(
    'PromotionPrice',
    `open-${databases}`,
    description,
  );
  expect(certificate.snapshot).toMatchObject({ isStable: false, counted: true });
  const opened = await openCopy(own, copy.id, nothingLocked, { signal, connect });
  expect(opened.snapshot.traits).toMatchObject({ isStable: false, isCounted: true });
  expect(await opened.readRows(0, rows.length, signal)).toEqual(rows);
});

test.each(PRICE_COLUMNS)('the columns of %s hold the values that the service has sent', async (name) => {
  const { own, copy, rows, priceColumn } = await keepWhole(name);
  const opened = await openCopy(own, copy.id, nothingLocked, { signal, connect });
  const wanted = opened.columns.map((column) => {
    const field = priceColumn.fields.find((each) => each.name === column);
    const type = field?.type ?? 'text';
    return { name: column, type, scale: type === 'number' ? (field?.scale ?? 0) : null };
  });
  const read = await opened.receiveColumns(2, 100, wanted, signal);
  expect(read.columns.map(({ type }) => type)).toEqual(wanted.map(({ type }) => type));
  expect(cellsOfColumns(read)).toEqual(rows.slice(100, 200));
});

test('a copy with any one byte changed, or cut off anywhere, is not opened', async () => {
  const { own, copy } = await keepWhole('PromotionPrice');
  const [file] = root.files();
  const whole = file?.bytes ?? new Uint8Array(0);
  const damages = fc.oneof(
    fc
      .tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }))
      .map(([at, change]) => whole.with(at, (whole[at] ?? 0) ^ change)),
    fc.nat(whole.length - 1).map((end) => whole.slice(0, end)),
  );
  await fc.assert(
    fc.asyncProperty(damages, async (bytes) => {
      if (file !== undefined) file.bytes = Uint8Array.from(bytes);
      // The size in the record is never 0, because no copy is an empty file.
      await keptCopies.put(own, [{ ...copy, size: Math.max(1, bytes.length) }]);
      await expect(openCopy(own, copy.id, nothingLocked, { signal, connect })).rejects.toMatchObject({
        failure: { kind: 'damaged' },
      });
    }),
    { numRuns: runs(40) },
  );
});

test('a copy that is changed once it is open gives no column', async () => {
  const { own, copy, rows } = await keepWhole('PromotionPrice');
  const [file] = root.files();
  const opened = await openCopy(own, copy.id, nothingLocked, { signal, connect });
  if (file !== undefined) file.bytes = Uint8Array.from(file.bytes.with(5_000, (file.bytes[5_000] ?? 0) ^ 1));
  const wanted = [{ name: opened.columns[0] ?? '', type: 'text', scale: null }] as const;
  opened.pause();
  await expect(opened.receiveColumns(1, rows.length, wanted, signal)).rejects.toMatchObject({
    failure: { kind: 'damaged' },
  });
});

test('a column that the account may not view today is not read', async () => {
  const { own, copy, rows } = await keepWhole('PromotionPrice');
  const [first = ''] = copy.columns;
  const opened = await openCopy(own, copy.id, (column) => column === first, { signal, connect });
  expect(opened.columns).toEqual(copy.columns.slice(1));
  expect(await opened.readRows(0, 1, signal)).toEqual([rows[0]?.slice(1)]);
});

test('a copy that was paused is read on', async () => {
  const { own, copy, rows } = await keepWhole('PromotionPrice');
  const opened = await openCopy(own, copy.id, nothingLocked, { signal, connect });
  opened.pause();
  expect(await opened.readRows(0, 3, signal)).toEqual(rows.slice(0, 3));
});

test.each([
  ['a changed byte', (bytes: Uint8Array) => bytes.with(5_000, (bytes[5_000] ?? 0) ^ 1), {}, 'damaged'],
  ['a missing end', (bytes: Uint8Array) => bytes.slice(0, -100), {}, 'damaged'],
  ['another number of rows', (bytes: Uint8Array) => bytes, { rowCount: 239 }, 'damaged'],
  ['the digest of other rows', (bytes: Uint8Array) => bytes, { digest: 'f'.repeat(64) }, 'damaged'],
  ['a column that it lacks', (bytes: Uint8Array) => bytes, { columns: ['Other'] }, 'damaged'],
  ['a later format', (bytes: Uint8Array) => bytes, { formatVersion: 2 }, 'other-version'],
  ['another kind of price column', (bytes: Uint8Array) => bytes, { priceColumn: {} }, 'other-version'],
])('nothing is shown of a copy with %s', async (_, change, recorded: Partial<KeptCopy>, kind) => {
  const { own, copy } = await keepWhole('PromotionPrice');
  const [file] = root.files();
  if (file !== undefined) file.bytes = Uint8Array.from(change(file.bytes));
  await keptCopies.put(own, [{ ...copy, ...recorded }]);
  await expect(openCopy(own, copy.id, nothingLocked, { signal, connect })).rejects.toMatchObject({
    failure: { kind },
  });
});

test('a copy of nobody, of another person, or without its file is missing or damaged', async () => {
  const { own, copy } = await keepWhole('PromotionPrice');
  const open = (of: OwnRecords, id: string) => openCopy(of, id, nothingLocked, { signal, connect });
  await expect(open(own, '0'.repeat(32))).rejects.toMatchObject({ failure: { kind: 'missing' } });
  const other = { ...own, account: { ...own.account, userName: 'bert' } };
  await expect(open(other, copy.id)).rejects.toMatchObject({ failure: { kind: 'missing' } });
  root.entries.clear();
  await expect(open(own, copy.id)).rejects.toMatchObject({ failure: { kind: 'damaged' } });
});

test('a price column is stored with everything that the service says of it', async () => {
  const { priceColumn } = await keepWhole('SalesPrice');
  expect(storedPriceColumn(JSON.parse(JSON.stringify(priceColumnRecord(priceColumn))), null)).toEqual(
    priceColumn,
  );
  expect(storedPriceColumn({ name: 'SalesPrice' }, null)).toBeNull();
});
