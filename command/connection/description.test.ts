import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { commandForFile, createCommandHarness, linkTo } from '@/test/command-harness';
import { described } from '@/test/service-description.arbitraries';
import { createTestService } from '@mocks/node';
import { openWorkbook } from '@/lib/table-files/xlsx-reader';

const FILE = 'mocks/dialects/snake-case.json';
const DESCRIPTION = described(JSON.parse(readFileSync(FILE, 'utf8')));

const usual = commandForFile();
const service = createTestService({ description: DESCRIPTION });
const command = createCommandHarness(service);
afterAll(() => {
  command.remove();
  service.dispose();
});

const VIEW = linkTo('PromotionPrice');

test('the rows of a described service are written as those of the contract', async () => {
  const expected = await usual.command.run(['extract', VIEW, '--out', usual.command.file('rows.csv')]);
  expect(expected.code).toBe(0);
  const ran = await command.run(['extract', VIEW, '--out', command.file('rows.csv'), '--description', FILE]);
  expect([ran.code, ran.err]).toEqual([0, '']);
  const rows = (file: string) => readFileSync(file, 'utf8');
  expect(rows(command.file('rows.csv'))).toBe(rows(usual.command.file('rows.csv')));
});

test('filters, an order and several pages are asked for in the words of the service', async () => {
  const search =
    '?v=1&fields=EntryNo,Value,NeedsPrice&filter=Value~greater-than~2.5;NeedsPrice~is~false&sort=-Value';
  const view = linkTo('SalesPrice', search);
  const expected = await usual.command.run(['extract', view, '--out', usual.command.file('sales.csv')]);
  expect(expected.code).toBe(0);
  const out = command.file('sales.csv');
  const ran = await command.run(['extract', view, '--out', out, '--description', FILE]);
  expect([ran.code, ran.err]).toEqual([0, '']);
  expect(readFileSync(out, 'utf8')).toBe(readFileSync(usual.command.file('sales.csv'), 'utf8'));
  const certificate: unknown = JSON.parse(readFileSync(`${out}.certificate.json`, 'utf8'));
  expect(JSON.stringify(certificate)).toContain(JSON.stringify('{"is":"gt","to":2.5}').slice(1, -1));
});

test.each([
  ['the fields', ['schema']],
  ['the findings of the checks, which the engine reads', ['check', VIEW]],
])('%s are the same', async (_, args) => {
  const expected = await usual.command.run(args);
  const ran = await command.run([...args, '--description', FILE]);
  expect(ran).toEqual(expected);
  expect(ran.out).not.toBe('');
});

test('a filter whose operator the service lacks is done on the rows read, as on screen', async () => {
  const onRows = linkTo('PromotionPrice', '?v=1&refine=1;all;Currency~contains~E');
  const expected = await usual.command.run(['extract', onRows, '--out', usual.command.file('here.csv')]);
  expect([expected.code, expected.err]).toEqual([0, '']);
  const view = linkTo('PromotionPrice', '?v=1&filter=Currency~contains~E');
  const out = command.file('here.csv');
  const ran = await command.run(['extract', view, '--out', out, '--description', FILE]);
  expect([ran.code, ran.err]).toEqual([0, '']);
  expect(readFileSync(out, 'utf8')).toBe(readFileSync(usual.command.file('here.csv'), 'utf8'));
  const checked = await command.run(['check', view, '--description', FILE]);
  expect(checked).toEqual(await usual.command.run(['check', onRows]));
});

test('the description may be named in the environment', async () => {
  const environment = { ...command.signedIn, PRICES_DESCRIPTION: FILE };
  const ran = await command.run(['extract', VIEW, '--out', command.file('again.csv')], { environment });
  expect([ran.code, ran.err]).toEqual([0, '']);
});

test('without its description the service is not understood', async () => {
  const ran = await command.run(['extract', VIEW, '--out', command.file('none.csv')]);
  expect(ran.code).toBe(3);
});

test('a description that cannot be used is a problem of the call, and names what is wrong', async () => {
  const file = command.file('service.json');
  writeFileSync(file, '{ "extraction": { "method": "GET", "page": { "first": 2 } }, "colour": "red" }');
  const ran = await command.run(['extract', VIEW, '--out', command.file('x.csv'), '--description', file]);
  expect(ran.code).toBe(2);
  for (const part of ['extraction.method', 'extraction.page.first', '0 | 1', 'colour']) {
    expect(ran.err).toContain(part);
  }
  const missing = await command.run(['schema', '--description', command.file('nothing.json')]);
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('ENOENT')]);
});

test('a service without a total is extracted and checked in whole', async () => {
  const untold = createTestService({ description: described({ extraction: { total: null } }) });
  const ofUntold = createCommandHarness(untold);
  const file = ofUntold.file('service.json');
  writeFileSync(file, '{ "extraction": { "total": null } }');
  const out = ofUntold.file('rows.csv');
  const ran = await ofUntold.run(['extract', VIEW, '--out', out, '--description', file]);
  expect([ran.code, ran.err]).toEqual([0, '']);
  const expected = await usual.command.run(['extract', VIEW, '--out', usual.command.file('all.csv')]);
  expect(expected.code).toBe(0);
  expect(readFileSync(out, 'utf8')).toBe(readFileSync(usual.command.file('all.csv'), 'utf8'));
  const checked = await ofUntold.run(['check', VIEW, '--description', file]);
  expect(checked).toEqual(await usual.command.run(['check', VIEW]));
  ofUntold.remove();
  untold.dispose();
});

test('a refreshable workbook asks the service in its own words', async () => {
  const out = command.file('rows.xlsx');
  const args = ['extract', VIEW, '--format', 'xlsx-refresh', '--out', out, '--description', FILE];
  const ran = await command.run(args);
  expect([ran.code, ran.err]).toEqual([0, '']);
  const workbook = await openWorkbook(new Blob([readFileSync(out)]));
  expect(workbook?.sheetTitles).toContain('Connection');
});
