import { afterEach, expect, test, vi } from 'vitest';
import type { ColumnType } from '@/contract/column';
import { checkedRuns, dismissedFindings } from '@/features/workbench/rows-read/checks/checks-records';
import { rememberedSchemaSchema } from '@/features/item-schema/model/schema-changes';
import { exportPlanSchema } from '@/features/export/model/export-job';
import { knownSnapshots } from '@/features/snapshots/storage/known-snapshots';
import { readViewFile } from '@/features/workbench/model/view-file';
import { recentRuns } from '@/features/workbench/storage/recent-runs';
import { savedChecks } from '@/features/workbench/storage/saved-checks';
import { savedViews } from '@/features/workbench/storage/saved-views';
import { readLists } from '@/features/workbench/storage/value-lists';
import { restoredState } from '@/features/workbench/controller/use-stored-draft';
import { keptCopies } from '@/rows/kept-copies/kept-copies';
import { openCopyRows } from '@/rows/kept-copies/worker/copy-rows';
import { createMemoryRecords } from '@/test/memory-records';
import type { OwnedStore, OwnRecords } from '@/lib/storage/owned-store';
import { tabBelongings } from '@/lib/storage/tab-belongings';
import { cellsOfColumns } from '../cells-of-columns';
import { FakePrivateFolder } from '../fake-private-files';
import { createFakeStorage } from '../fake-storage';
import { isLockedInTest, TEST_PRICE_COLUMN } from '../test-price-column';
import keptCopy from './kept-copy.json';
import { LINKS, OPERATOR_LINKS } from './links';
import { openLink } from './open-link';
import openedLinks from './opened-links.json';
import stored from './stored-records.json';

// Earlier builds have written these forms, and this build must open them in the same way. Never change the JSON files to make a test pass:
// the links, views and copies of users cannot be changed either.

afterEach(() => {
  vi.unstubAllGlobals();
});

test('every link of an earlier build is still among those opened here', () => {
  expect(Object.keys({ ...LINKS, ...OPERATOR_LINKS })).toEqual(Object.keys(openedLinks));
});

test.each(Object.entries({ ...LINKS, ...OPERATOR_LINKS }))('a link with %s opens as before', (name, link) => {
  const lists = new Map(stored.records.lists.map(({ digest, list }) => [digest, list]));
  expect(openLink(link, lists)).toEqual((openedLinks as Record<string, unknown>)[name]);
});

const { views, runs, checks, snapshots } = stored.records;
const [view, viewWithoutDisplay, ...otherViews] = views;

/** The collections of records, each with what is stored, and with the expected records if they are not read exactly as written. */
const STORES: readonly (readonly [
  Pick<OwnedStore<unknown>, 'name' | 'readAll'>,
  readonly unknown[],
  unknown[]?,
])[] = [
  [savedViews, views, [view, { ...viewWithoutDisplay, name: 'Before displays' }, ...otherViews]],
  [recentRuns, runs],
  [savedChecks, checks],
  [dismissedFindings, stored.records['dismissed-findings']],
  [checkedRuns, stored.records['checked-runs']],
  [knownSnapshots, snapshots],
  // Copies that were kept before services could lack snapshots do not say how theirs differed.
  [keptCopies, [keptCopy.record], [{ ...keptCopy.record, traits: null }]],
];

test.each(STORES.map((store) => [store[0].name, ...store] as const))(
  'records of %s are read as before',
  async (name, store, written, read = [...written]) => {
    const own = await ownWith(name, written);
    expect(await store.readAll(own)).toEqual(read);
  },
);

test('lists of values are found by the digests that addresses name', async () => {
  const lists = new Map(stored.records.lists.map(({ digest, list }) => [digest, list]));
  const digests = [...lists.keys()];
  expect(await readLists(await ownWith('lists', stored.records.lists, digests), digests)).toEqual(lists);
});

test('the item table as it was at the last visit is read as before', () => {
  const [visit] = stored.records.visits;
  expect(rememberedSchemaSchema.parse(visit)).toEqual(visit);
});

test('a file of views is read as before', () => {
  const read = readViewFile(JSON.stringify(stored.viewFile), [], () => 'id');
  expect(read).toEqual({ ok: true, views: [{ ...view, id: 'id' }], knownCount: 0, brokenCount: 1 });
});

test('the plan of an interrupted export is read as before', () => {
  const { snapshot } = stored.exportPlan;
  expect(exportPlanSchema.parse(stored.exportPlan)).toEqual({
    ...stored.exportPlan,
    snapshot: { ...snapshot, traits: null },
  });
});

test('the draft and the columns that a tab has stored are restored as before', () => {
  vi.stubGlobal('sessionStorage', createFakeStorage());
  tabBelongings.claim('anna');
  for (const [storageKey, value] of Object.entries(stored.tab)) {
    tabBelongings.write(storageKey, JSON.stringify(value));
  }
  const scope = {
    priceColumn: TEST_PRICE_COLUMN,
    priceColumns: [TEST_PRICE_COLUMN],
    isLocked: isLockedInTest,
    readsRows: true,
  };
  const { draft, columns } = restoredState({}, scope);
  expect(draft).toEqual(stored.tab['draft.SalesPrice'].draft);
  const { viewId, arrangement } = stored.tab['arrangement.SalesPrice'];
  expect(columns).toEqual({ viewId, columnState: arrangement });
});

test('the file of a kept copy is opened as before', async () => {
  const root = new FakePrivateFolder();
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => root } });
  const { id, size, rowCount, digest, columns } = keptCopy.record;
  const copies = await root.getDirectoryHandle('copies', { create: true });
  const account = await copies.getDirectoryHandle('frozen-account', { create: true });
  const file = await account.getFileHandle(id, { create: true });
  file.bytes = Uint8Array.from(Buffer.from(keptCopy.file, 'base64'));
  const bytes = Uint8Array.from({ length: 32 }, (_, at) => at);
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['decrypt']);

  const { fields } = keptCopy.record.priceColumn;
  const read = columns.map((name) => {
    const field = fields.find((each) => each.name === name);
    return { name, sqlType: field?.typeName ?? '', scale: field?.scale ?? null };
  });
  const place = { folder: 'frozen-account', id, key };
  const rows = await openCopyRows({ place, size, rowCount, digest, columns: read });
  const some = [0, 120, rowCount - 1].map((row) => rows.readRows(row, row + 1));
  expect((await Promise.all(some)).flat()).toEqual(keptCopy.rows);

  const wanted = columns.map((name) => {
    const field = fields.find((each) => each.name === name);
    const type: ColumnType = FROZEN_TYPES[field?.typeName ?? ''] ?? 'text';
    return { name, type, scale: type === 'number' ? (field?.scale ?? null) : null };
  });
  const whole = await rows.readColumns(0, rowCount, wanted);
  expect(whole.columns.map(({ type }) => type)).toEqual(wanted.map(({ type }) => type));
  const cells = cellsOfColumns(whole);
  expect([0, 120, rowCount - 1].map((row) => cells[row])).toEqual(keptCopy.rows);
});

const FROZEN_TYPES: Record<string, ColumnType> = {
  decimal: 'number',
  date: 'date',
  bit: 'boolean',
};

async function ownWith(
  collection: string,
  records: readonly unknown[],
  ids: readonly string[] = records.map((_, at) => String(at)),
): Promise<OwnRecords> {
  const account = { service: 'https://prices.example.com/papi', userName: 'anna' };
  const storage = createMemoryRecords();
  const put = records.map((value, at) => ({ id: ids[at] ?? '', value }));
  await storage.write({ account, collection, reads: [], limit: Infinity, decide: () => ({ put }) });
  return { account, storage };
}
