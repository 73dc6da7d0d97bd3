import { writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { takeSnapshot } from '@/analysis/snapshot/open-snapshot';
import { readPriceColumns } from '@/rows/price-rows/read-price-columns';
import { createCommandHarness, linkTo } from '@/test/command-harness';
import { startDescribed } from '@/test/described-service';
import { described } from '@/test/service-description.arbitraries';

// The service refuses the key of a snapshot without its query.
const DESCRIPTION = { extraction: { fields: { all: 'empty' }, snapshot: { repeatQuery: true } } };
const { service, client } = await startDescribed(described(DESCRIPTION), 20);
const command = createCommandHarness(service);
afterAll(() => {
  command.remove();
  service.dispose();
});
const FILE = command.file('service.json');
writeFileSync(FILE, JSON.stringify({ version: 1, ...DESCRIPTION }));

async function taken(name: string): Promise<string> {
  const { signal } = new AbortController();
  const priceColumns = await readPriceColumns(client, (each) => each === name, signal);
  const priceColumn = priceColumns.find((each) => each.name === name);
  if (priceColumn === undefined) throw new Error(`There is no ${name}.`);
  const opened = await takeSnapshot(client, priceColumn, { fields: null, filters: [], sort: [] }, signal);
  return opened.snapshot.cacheKey;
}

test('a link to a snapshot: its query is repeated', async () => {
  const link = linkTo('PromotionPrice', `?cacheKey=${await taken('PromotionPrice')}`);
  const ran = await command.run(['check', link, '--description', FILE]);
  expect(ran.err).toBe('');
});

// A service may apply the query of another snapshot to the key, and show some of its rows as all of them.
test.each([
  [
    'columns from a snapshot of the price column',
    async () =>
      `?v=1&added=1;Old,snapshot~${await taken('PromotionPrice')},key~PromotionCode~PromotionCode,take~Factor`,
  ],
  [
    'columns from a snapshot of another price column',
    async () =>
      `?v=1&added=1;List,snapshot-of~SalesPrice~${await taken('SalesPrice')},key~ItemNumber~ItemNumber,take~Value`,
  ],
  [
    'a check against a snapshot',
    async () => `?v=1&checks=1;use,changed;against,changed~snapshot~${await taken('PromotionPrice')}`,
  ],
])('%s: no query is guessed', async (_, search) => {
  const ran = await command.run(['check', linkTo('PromotionPrice', await search()), '--description', FILE]);
  expect(ran.err).toContain('the query of this snapshot is not known here');
  expect(ran.code).not.toBe(0);
});

test('a check against the snapshot of the link itself needs no other query', async () => {
  const cacheKey = await taken('PromotionPrice');
  const search = `?v=1&cacheKey=${cacheKey}&checks=1;use,changed;against,changed~snapshot~${cacheKey}`;
  const ran = await command.run(['check', linkTo('PromotionPrice', search), '--description', FILE]);
  expect(ran.err).toBe('');
});
