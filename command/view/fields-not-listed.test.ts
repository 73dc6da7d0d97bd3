import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { createTestService } from '@mocks/node';
import { commandForFile, createCommandHarness, linkTo } from '@/test/command-harness';
import { described } from '@/test/service-description.arbitraries';

const JSON_OF_DESCRIPTION = { priceColumns: { fields: null } };
const service = createTestService({ description: described(JSON_OF_DESCRIPTION) });
const command = createCommandHarness(service);
const contract = commandForFile();
afterAll(() => {
  command.remove();
  service.dispose();
});
const FILE = command.file('service.json');
writeFileSync(FILE, JSON.stringify(JSON_OF_DESCRIPTION));

test('the schema says that the types were guessed, and compared with itself it has not changed', async () => {
  const listed = await command.run(['schema', '--description', FILE]);
  expect(listed.out).toContain('"guessedFromRows": 200');
  const saved = command.file('schema.json');
  writeFileSync(saved, listed.out);
  const compared = await command.run(['schema', saved, '--description', FILE]);
  expect(compared.code).toBe(0);
});

test('what the service refuses of a view is told, and done on the rows read', async () => {
  const view = linkTo('PriceHistory', '?v=1&filter=EntryNo~less-than~1000100;Currency~is~EUR&sort=NewValue');
  const out = command.file('history.csv');
  const ran = await command.run(['extract', view, '--out', out, '--description', FILE]);
  expect(ran.err).toContain('The service cannot filter by Currency: this is done on the rows read.');
  expect(ran.err).toContain('The service cannot sort by NewValue: this is done on the rows read.');
  expect(ran.code).toBe(0);
  const { command: usual } = contract;
  const here =
    '?v=1&filter=EntryNo~less-than~1000100&refine=1;all;Currency~is~EUR&order=1;NewValue~ascending';
  await usual.run(['extract', linkTo('PriceHistory', here), '--out', usual.file('history.csv')]);
  expect(readFileSync(out, 'utf8')).toBe(readFileSync(usual.file('history.csv'), 'utf8'));
});
