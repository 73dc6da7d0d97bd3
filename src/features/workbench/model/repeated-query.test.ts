import { expect, onTestFinished, test } from 'vitest';
import type { PriceField } from '@/contract/column';
import type { ExtractionQuery } from '@/contract/extraction';
import { readSnapshot, takeSnapshot } from '@/analysis/snapshot/open-snapshot';
import { readPriceColumns } from '@/rows/price-rows/read-price-columns';
import { rightsFromIds, viewState } from '@/session/rights/rights';
import { startDescribed } from '@/test/described-service';
import { described } from '@/test/service-description.arbitraries';
import { openRequested } from '../controller/open-requested';
import { anchorAtRow } from '../snapshot/viewport-anchor';
import { repeatedQuery } from './repeated-query';

const { signal } = new AbortController();

/** Starts a reference service that refuses the key of a snapshot without its query. */
async function startRepeating(all: 'absent' | 'empty' | 'listed') {
  const description = described({ extraction: { fields: { all }, snapshot: { repeatQuery: true } } });
  const { service, client, rightIds } = await startDescribed(description, 20);
  onTestFinished(() => service.dispose());
  const rights = rightsFromIds(rightIds);
  const priceColumns = await readPriceColumns(client, () => true, signal);
  const priceColumn = priceColumns.find(({ name }) => name === 'SalesPrice');
  if (priceColumn === undefined) throw new Error('The service has no such price column.');
  const isLocked = (field: PriceField) => viewState(field, rights).state === 'locked';
  return { client, scope: { priceColumn, isLocked, today: '2026-03-02' } };
}

function required(query: ExtractionQuery | null): ExtractionQuery {
  if (query === null) throw new Error('The query cannot be read.');
  return query;
}

test.each(['absent', 'empty', 'listed'] as const)(
  'a snapshot of the whole price column is opened with its query (all fields: %s)',
  async (all) => {
    const { client, scope } = await startRepeating(all);
    const taken = await takeSnapshot(client, scope.priceColumn, required(repeatedQuery({}, scope)), signal);
    const { cacheKey } = taken.snapshot;
    const request = { kind: 'snapshot', cacheKey, anchor: anchorAtRow(0) } as const;
    expect((await openRequested(client, scope, request, signal)).snapshot.cacheKey).toBe(cacheKey);
  },
);

test('a snapshot of a link is opened with its own query only', async () => {
  const { client, scope } = await startRepeating('empty');
  const queryOf = (sort: string) =>
    required(repeatedQuery({ v: '1', filter: 'Currency~is~EUR', sort }, scope));
  const own = queryOf('-Value');
  const { snapshot } = await takeSnapshot(client, scope.priceColumn, own, signal);
  const open = (query: ExtractionQuery | null) =>
    readSnapshot(client, scope.priceColumn, snapshot.cacheKey, null, signal, { query });
  expect((await open(own)).snapshot.rowCount).toBe(snapshot.rowCount);
  await expect(open(queryOf('Value'))).rejects.toThrow();
  await expect(open(null)).rejects.toThrow();
});

test('a link that cannot be read completely has no query', async () => {
  const { scope } = await startRepeating('absent');
  expect(repeatedQuery({ v: '1', filter: 'Nothing~is~1' }, scope)).toBeNull();
});
