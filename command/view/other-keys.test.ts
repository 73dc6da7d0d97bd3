import { writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { copyCacheKey } from '@/rows/kept-copies/kept-copy';
import { newLocalKey } from '@/contract/local-key';
import { commandForFile, createCommandHarness, linkTo } from '@/test/command-harness';
import { startDescribed } from '@/test/described-service';
import { described } from '@/test/service-description.arbitraries';

const DESCRIPTION = { extraction: { snapshot: null } };
const { service, client } = await startDescribed(described(DESCRIPTION), 20);
const command = createCommandHarness(service);
afterAll(() => {
  command.remove();
  service.dispose();
});
const FILE = command.file('service.json');
writeFileSync(FILE, JSON.stringify({ version: 1, ...DESCRIPTION }));
const ofContract = commandForFile().command;

test('without snapshots, an earlier run of the same query is not read again as if it were the earlier one', async () => {
  const key = client.dialect?.extraction.untoldKey({
    priceColumn: 'PromotionPrice',
    query: { fields: null, filters: [], sort: [] },
    typedFields: [],
    page: 1,
    pageSize: 200,
  });
  const search = `?v=1&checks=1;use,changed;against,changed~snapshot~${key}`;
  const ran = await command.run(['check', linkTo('PromotionPrice', search), '--description', FILE]);
  expect(ran.err).toContain('expired');
});

test('fresh rows do not take the place of a kept copy', async () => {
  const link = linkTo('PromotionPrice', `?v=1&cacheKey=${copyCacheKey('march')}`);
  const args = ['extract', link, '--out', command.file('rows.csv')];
  const ran = await command.run([...args, '--description', FILE]);
  expect(ran.err).toContain('kept copy');
  expect((await ofContract.run(args)).err).toContain('kept copy');
});

test('where a service keeps snapshots, a link to a run of one that does not is run again', async () => {
  const link = linkTo('PromotionPrice', `?v=1&cacheKey=${newLocalKey('query')}`);
  expect((await ofContract.run(['check', link])).err).toBe('');
});
