import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createTestService } from '@mocks/node';
import { commandForFile, createCommandHarness, linkTo } from '@/test/command-harness';
import { described } from '@/test/service-description.arbitraries';

// The dialects differ in every part, so each takes other ways through the console's code than the contract.

const { command: usual } = commandForFile();

describe.each([
  { dialect: 'snake-case', missing: 'contains~00001' },
  { dialect: 'pascal-dotnet', missing: 'ends-with~1' },
  { dialect: 'bare-rest', missing: 'starts-with~A-10000001' },
])('at a service that speaks $dialect', ({ dialect, missing }) => {
  const description = `mocks/dialects/${dialect}.json`;
  const service = createTestService({
    description: described(JSON.parse(readFileSync(description, 'utf8'))),
  });
  const command = createCommandHarness(service);
  afterAll(() => {
    command.remove();
    service.dispose();
  });
  const VIEW = linkTo('PromotionPrice');

  test('filters, an order, and a filter whose operator is missing find the same rows', async () => {
    const shared =
      '?v=1&fields=EntryNo;ItemNumber;Value;ValidFrom&filter=EntryNo~less-than~1001000;Value~greater-than~2.5';
    const expected = usual.file(`${dialect}.csv`);
    const here = linkTo('SalesPrice', `${shared}&sort=-Value&refine=1;all;ItemNumber~${missing}`);
    expect((await usual.run(['extract', here, '--out', expected])).code).toBe(0);
    const view = linkTo('SalesPrice', `${shared};ItemNumber~${missing}&sort=-Value`);
    const out = command.file('rows.csv');
    const ran = await command.run(['extract', view, '--out', out, '--description', description]);
    expect([ran.code, ran.err]).toEqual([0, '']);
    const rows = readFileSync(out, 'utf8');
    expect(rows.split('\n').length).toBeGreaterThan(20);
    expect(rows).toBe(readFileSync(expected, 'utf8'));
  });

  test(
    'the rows are those of a file of the contract, and the checks find the same in them',
    { tags: ['long'] },
    async () => {
      const file = usual.file(`${dialect}-whole.csv`);
      expect((await usual.run(['extract', VIEW, '--out', file])).code).toBe(0);
      const args = ['compare', VIEW, '--with', file, '--fail-on', '0', '--description', description];
      const compared = await command.run(args);
      expect([compared.code, compared.err]).toEqual([0, '']);
      expect(compared.out).toContain('Unchanged: 240');
      const checked = await command.run(['check', VIEW, '--json', '--description', description]);
      expect(findingsOf(checked.out)).toEqual(findingsOf((await usual.run(['check', VIEW, '--json'])).out));
    },
  );
});

const checkReport = z.object({
  checks: z.array(
    z.object({
      id: z.string(),
      findings: z.array(
        z.object({ row: z.number(), key: z.record(z.string(), z.string()), text: z.string() }),
      ),
    }),
  ),
});

/** Returns what the checks have found. Rows are named by their first key, because a service that lists no fields has more. */
function findingsOf(report: string): unknown {
  return checkReport.parse(JSON.parse(report)).checks.map(({ id, findings }) => ({
    id,
    findings: findings.map(({ row, key, text }) => [row, key['PromotionCode'], text]),
  }));
}
