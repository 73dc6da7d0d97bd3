import { expect, test, vi } from 'vitest';
import { readPriceColumns } from './read-price-columns';
import { findRefusedUses } from './find-refused-uses';
import type { ExtractionQuery, FilterCondition } from '@/contract/extraction';
import { extractPageEndpoint } from '@/contract/extraction.schema';
import { startDescribed } from '@/test/described-service';
import { described } from '@/test/service-description.arbitraries';
import { isRefusal } from '@/ui/http/service-error';

const NAME = 'PriceHistory';
const { client } = await startDescribed(described({ priceColumns: { fields: null } }));
const priceColumn = (await readPriceColumns(client, (name) => name === NAME)).find(
  ({ name }) => name === NAME,
);
const { signal } = new AbortController();

async function refusedOf(query: Partial<ExtractionQuery>) {
  if (priceColumn === undefined) throw new Error('There is no such price column.');
  const whole: ExtractionQuery = { fields: null, filters: [], sort: [], ...query };
  const refusal: unknown = await client
    .send(extractPageEndpoint, { priceColumn: NAME, query: whole, page: 1, pageSize: 1 })
    .catch((error: unknown) => error);
  expect(isRefusal(refusal)).toBe(true);
  return findRefusedUses(client, priceColumn, whole, signal);
}

const item: FilterCondition = { column: 'ItemNumber', op: 'equals', values: ['A-10001'] };

test('the fields by which a service does not filter or sort are found among those of the query', async () => {
  const currency: FilterCondition = { column: 'Currency', op: 'equals', values: ['EUR'] };
  const sort = [
    { column: 'EntryNo', direction: 'descending' },
    { column: 'ItemNumber', direction: 'ascending' },
  ] as const;
  expect(await refusedOf({ filters: [item, currency], sort })).toEqual({
    filters: ['Currency'],
    sorts: ['ItemNumber'],
  });
});

test('a value that the service cannot read says nothing about its field', async () => {
  const entry: FilterCondition = { column: 'EntryNo', op: 'equals', values: ['no number'] };
  expect(await refusedOf({ filters: [item, entry] })).toEqual({ filters: [], sorts: [] });
});

test('a refusal for another reason says nothing about any field', async () => {
  expect(await refusedOf({ fields: ['Nothing'], filters: [item] })).toEqual({ filters: [], sorts: [] });
});

test('only fields of the query are asked for, because a service refuses one that the user may not view', async () => {
  const send = vi.spyOn(client, 'send');
  const currency: FilterCondition = { column: 'Currency', op: 'equals', values: ['EUR'] };
  expect((await refusedOf({ fields: ['EntryNo'], filters: [currency] })).filters).toEqual(['Currency']);
  const asked = send.mock.calls.slice(1).map(([, input]) => input);
  expect(asked).not.toHaveLength(0);
  for (const input of asked) expect(input).toMatchObject({ fields: ['EntryNo', 'Currency'] });
});
