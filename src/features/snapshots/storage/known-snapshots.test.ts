import { expect, test } from 'vitest';
import { createMemoryRecords } from '@/test/memory-records';
import { receivedSnapshot, type ReportedSnapshot } from '../model/known-snapshot';
import { knownSnapshots, labelSnapshot, readSnapshots, writeSnapshot } from './known-snapshots';

const storage = createMemoryRecords();
const account = { service: 'https://a.example.com/papi', userName: 'anna' };
const ANNA = { account, storage };
const CLARA = { account: { ...account, userName: 'clara' }, storage };

const UNLABELLED = { name: null, note: null };

const snapshot = (ordinal: number): ReportedSnapshot => ({
  cacheKey: `key-${ordinal}`,
  priceColumn: 'SalesPrice',
  displayName: 'Sales price',
  rowCount: ordinal,
  createdAtMs: ordinal,
  takenAtMs: ordinal,
  expiresAtMs: ordinal + 1,
  words: null,
  search: { cacheKey: `key-${ordinal}` },
});

test('lists the latest first, until they are removed or exceed the limit', async () => {
  for (let ordinal = 1; ordinal <= 101; ordinal += 1) await writeSnapshot(ANNA, snapshot(ordinal));
  await writeSnapshot(ANNA, { ...snapshot(50), words: 'again' });
  const known = await readSnapshots(ANNA);
  expect(known.map(({ rowCount }) => rowCount)).toEqual(
    Array.from({ length: 100 }, (_, index) => 101 - index),
  );
  expect(known.find(({ rowCount }) => rowCount === 50)?.words).toBe('again');
  await knownSnapshots.remove(ANNA, 'key-101');
  expect((await readSnapshots(ANNA))[0]?.cacheKey).toBe('key-100');
});

test('lists snapshots of events, which never replace opened ones', async () => {
  const receivedWith = (cacheKey: string) =>
    receivedSnapshot({ cacheKey, priceColumn: 'SalesPrice', createdAtMs: 500, changedAtMs: 500 });
  const received = receivedWith('received');
  // Neither snapshot was opened, so only the later one is kept.
  await writeSnapshot(CLARA, receivedWith('earlier'));
  await writeSnapshot(CLARA, received);
  expect(await readSnapshots(CLARA)).toEqual([{ ...received, ...UNLABELLED }]);
  const opened = { ...snapshot(7), cacheKey: 'received' };
  await writeSnapshot(CLARA, opened);
  await writeSnapshot(CLARA, received);
  // An opened snapshot keeps the event that announced it.
  expect(await readSnapshots(CLARA)).toEqual([{ ...UNLABELLED, ...opened, received: received.received }]);
});

test('a name and a note stay when the snapshot is opened again, and however many come after it', async () => {
  const DORA = { account: { ...account, userName: 'dora' }, storage };
  const labels = { cacheKey: 'key-1', name: 'Before the increase', note: 'For the board' };
  await writeSnapshot(DORA, snapshot(1));
  await labelSnapshot(DORA, labels);
  await writeSnapshot(DORA, snapshot(1));
  for (let ordinal = 2; ordinal <= 102; ordinal += 1) await writeSnapshot(DORA, snapshot(ordinal));
  const known = await readSnapshots(DORA);
  expect(known).toHaveLength(101);
  expect(known.at(-1)).toEqual({ ...snapshot(1), ...labels });

  // A received snapshot with a name is kept when the next one of its price column arrives.
  const received = (cacheKey: string) =>
    receivedSnapshot({ cacheKey, priceColumn: 'TenderPrice', createdAtMs: 500, changedAtMs: 500 });
  await writeSnapshot(DORA, received('first'));
  await labelSnapshot(DORA, { cacheKey: 'first', name: 'Tender', note: null });
  await writeSnapshot(DORA, received('second'));
  const keys = (await readSnapshots(DORA)).map(({ cacheKey }) => cacheKey);
  expect(keys).toEqual(expect.arrayContaining(['first', 'second']));
});

test('a name for a snapshot that was removed in another tab adds nothing', async () => {
  const ERIK = { account: { ...account, userName: 'erik' }, storage };
  await labelSnapshot(ERIK, { cacheKey: 'gone', name: 'Late', note: null });
  expect(await readSnapshots(ERIK)).toEqual([]);
});
