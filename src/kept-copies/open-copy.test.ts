import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { priceColumnRecord, storedPriceColumn } from '@/contract/price-columns.schema';
import { createExtractionPageReader } from '@/extraction/extraction-page-reader';
import { rowsOf } from '@/shared/row-batches/row-batch';
import type { OwnRecords } from '@/shared/storage/owned-store';
import { FakePrivateFolder } from '@/test/fake-private-files';
import { connectInProcess as connect, keepWholePriceColumn } from '@/test/kept-copy-harness';
import { keptCopies } from './kept-copies';
import type { KeptCopy } from './kept-copy';
import { openCopy } from './open-copy';

const PRICE_COLUMNS = ['SalesPrice', 'PromotionPrice', 'CostForPricing'];
const signal = new AbortController().signal;
const nothingLocked = () => false;
const keepWhole = (name: string) => keepWholePriceColumn(name, `open-${databases}`);

let root = new FakePrivateFolder();
let databases = 0;

beforeEach(() => {
  root = new FakePrivateFolder();
  databases += 1;
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => root } });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each(PRICE_COLUMNS)('every value of %s comes back as the service has sent it', async (name) => {
  const { own, copy, rows, priceColumn } = await keepWhole(name);
  const opened = await openCopy(own, copy.id, nothingLocked, { signal, connect });
  expect(opened.priceColumn).toEqual(priceColumn);
  expect(opened.snapshot).toMatchObject({ cacheKey: `copy:${copy.id}`, rowCount: copy.rowCount });
  expect(await opened.readRows(0, rows.length, signal)).toEqual(rows);
  expect(await opened.readRows(7, 9, signal)).toEqual(rows.slice(7, 9));

  // The engine reads pages as it reads those of the service.
  const readPage = createExtractionPageReader(
    { priceColumn: name, snapshot: opened.snapshot, pageSize: 100 },
    opened.columns,
  );
  const page = readPage(await opened.receivePage(2, 100, signal), 2);
  expect([...page.batches()].flatMap(rowsOf)).toEqual(rows.slice(100, 200));
  expect(() => page.requireFit()).not.toThrow();
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
  expect(storedPriceColumn(JSON.parse(JSON.stringify(priceColumnRecord(priceColumn))))).toEqual(priceColumn);
  expect(storedPriceColumn({ name: 'SalesPrice' })).toBeNull();
});
