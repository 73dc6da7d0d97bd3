import { expect, test } from 'vitest';
import { createMemoryRecords } from '@/shared/storage/memory-records';
import { receivedSnapshot, type KnownSnapshot } from '../model/known-snapshot';
import { knownSnapshots, readSnapshots, writeSnapshot } from './known-snapshots';

const storage = createMemoryRecords();
const owner = { service: 'https://a.example.com/papi', userName: 'anna' };
const ANNA = { owner, storage };
const CLARA = { owner: { ...owner, userName: 'clara' }, storage };

const snapshot = (ordinal: number): KnownSnapshot => ({
  cacheKey: `key-${ordinal}`,
  priceColumn: 'SalesPrice',
  displayName: 'Sales price',
  rowCount: ordinal,
  takenAtMs: ordinal,
  expiresAtMs: ordinal + 1,
  words: null,
  search: { cacheKey: `key-${ordinal}` },
});

test('snapshots are listed, the latest first, until they are forgotten or too many', async () => {
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

test('what the service told of is listed, and never takes the place of what was opened', async () => {
  const toldOf = (cacheKey: string) =>
    receivedSnapshot({ cacheKey, priceColumn: 'SalesPrice', changedAtMs: 500 });
  const told = toldOf('told');
  // The later one alone: nobody has opened either.
  await writeSnapshot(CLARA, toldOf('earlier'));
  await writeSnapshot(CLARA, told);
  expect(await readSnapshots(CLARA)).toEqual([told]);
  const opened = { ...snapshot(7), cacheKey: 'told' };
  await writeSnapshot(CLARA, opened);
  await writeSnapshot(CLARA, told);
  expect(await readSnapshots(CLARA)).toEqual([opened]);
});
