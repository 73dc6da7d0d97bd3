import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestService } from '@mocks/node';
import { pagesOf } from '@/contract/extraction';
import { extractPageEndpoint, uncountedPageEndpoint } from '@/contract/extraction.schema';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { DEFAULT_DESCRIPTION, type ServiceDescription } from '@/contract/service-description';
import { checkReference } from '@/test/checked-service';
import { ENGLISH } from '@/test/english-words';
import { startDescribed } from '@/test/described-service';
import { runs } from '@/test/runs';
import { anyDescription, described } from '@/test/service-description.arbitraries';
import { MOST_EXTRACTION_CALLS } from './caller';
import { STEP_COUNT } from './check-service';
import { STEP_IDS } from './check-step';
import { outcomeText } from './check-text';

const DIALECTS = readdirSync('mocks/dialects').map((file) => ({
  file,
  description: described(JSON.parse(readFileSync(`mocks/dialects/${file}`, 'utf8'))),
}));

/** What a person does first: opens a price column with a condition and an order, and reads two pages of it. */
async function mainPath(service: ServiceDescription | null, read: ServiceDescription | null) {
  const { client } = await startDescribed(service, 2_000, read);
  const [priceColumn] = (await client.send(priceColumnsEndpoint, undefined)).filter(
    ({ name }) => name === 'CustomerPrice',
  );
  const fields = priceColumn?.fields ?? [];
  const input = { priceColumn: 'CustomerPrice', typedFields: fields };
  const { snapshot, columns, rows } = await client.send(uncountedPageEndpoint, {
    ...input,
    page: 1,
    pageSize: 40,
    query: {
      fields: ['CustomerNumber', 'ContractValue', 'ValidTo'],
      filters: [{ column: 'CustomerNumber', op: 'equals', values: ['K10544'] }],
      sort: [{ column: 'ContractValue', direction: 'descending' }],
    },
  });
  const second = await client.send(extractPageEndpoint, {
    ...input,
    // A service that does not tell the total is asked for single rows until it is known.
    ...pagesOf({ ...snapshot, rowCount: snapshot.rowCount ?? 1_000 }),
    page: 2,
    pageSize: 5,
    columns,
  });
  return {
    fields: fields.map(({ name, type, precision, isNullable, viewRight, isFilterable, isSortable }) => [
      name,
      type,
      precision,
      isNullable,
      viewRight,
      isFilterable,
      isSortable,
    ]),
    rowCount: snapshot.rowCount,
    first: rows,
    second: second.rows,
  };
}

test('a service as in the contract fits, and nothing is proposed', async () => {
  const { result, requests } = await checkReference(createTestService());
  expect(result.outcome).toEqual({ kind: 'fits' });
  expect(result.description).toEqual({ version: 1 });
  // Whether the demo has a number with so many digits among its first rows is not the service's doing.
  expect(result.steps.filter(({ id, verdict }) => verdict !== 'fits' && id !== 'digits')).toEqual([]);
  expect(result.steps).toHaveLength(STEP_COUNT);
  expect(new Set(result.steps.map(({ id }) => id))).toEqual(new Set(STEP_IDS));

  // Neither the key of a snapshot nor a value of a row is kept.
  const text = JSON.stringify(result);
  const keys = requests.flatMap((request) => /"cacheKey":"([^"]+)"/.exec(request)?.[1] ?? []);
  const values = requests.flatMap((request) => /"value":"([^"]{3,})"/.exec(request)?.[1] ?? []);
  expect([keys.length > 0, values.length > 0]).toEqual([true, true]);
  for (const secret of [...keys, ...values, 'demo-manager']) expect(text).not.toContain(secret);
});

describe.each(DIALECTS)('$file', ({ description }) => {
  const startCheck = (described: ServiceDescription) =>
    checkReference(createTestService({ description, settings: { rowCount: 2_000 } }), described);
  const unaided = startCheck(DEFAULT_DESCRIPTION);
  const checked = unaided.then(async (first) =>
    first.result.outcome.kind === 'missing'
      ? startCheck(described({ priceColumns: { path: description.priceColumns.path } }))
      : first,
  );

  test('the only thing that a person may have to look for is an address that nobody could guess', async () => {
    const { result } = await unaided;
    const isFound = result.outcome.kind === 'fits-with-proposal';
    const said = outcomeText(result, ENGLISH);
    expect(isFound || /Price columns.*Look for the address .*\(priceColumns\.path\)/.test(said)).toBe(true);
  });

  test('the proposed description makes the main path work as it does for the contract', async () => {
    const { result } = await checked;
    expect(result.outcome).toEqual({ kind: 'fits-with-proposal' });
    expect(result.extractionCallCount).toBeLessThanOrEqual(MOST_EXTRACTION_CALLS);
    const read = described(result.description);
    const [own, contract] = [await mainPath(description, read), await mainPath(null, null)];
    expect(own).toEqual({ ...contract, rowCount: description.extraction.total && contract.rowCount });
    // Less than the service has is said, and what to look for.
    if (read.extraction.snapshot === null)
      expect(outcomeText(result, ENGLISH)).toContain('look for how they are asked for');
  });

  test('every key that is proposed is right, or may be left to people', async () => {
    const { result } = await checked;
    const found = described(result.description);
    const isSnapshotFound = found.extraction.snapshot !== null;
    const left = (of: ServiceDescription) => ({
      ...of,
      $schema: undefined,
      // What needs no description: the right that a token does not list, and events that the check does not read.
      rights: null,
      events: null,
      priceColumns: { ...of.priceColumns, types: null },
      extraction: {
        ...of.extraction,
        operators: null,
        filters: { ...of.extraction.filters, values: null, noValue: null, lists: null, separator: null },
        sort: { ...of.extraction.sort, max: null },
        total: JSON.stringify(of.extraction.total)?.toLowerCase(),
        zone: null,
        snapshot: isSnapshotFound && {
          ...of.extraction.snapshot,
          lifetimeMinutes: null,
          goneStatus: null,
        },
      },
    });
    expect(left(found)).toEqual(left(description));
    if (isSnapshotFound)
      expect(found.extraction.snapshot?.goneStatus).toEqual(
        expect.arrayContaining(description.extraction.snapshot?.goneStatus ?? []),
      );
    for (const [op, word] of Object.entries(found.extraction.operators)) {
      const own = Object.entries(description.extraction.operators).find(([each]) => each === op)?.[1];
      // The console does what has no word, which is never wrong.
      if (word !== null) expect([op, word]).toEqual([op, own]);
    }
    expect(result.proposed.length).toBeGreaterThan(5);
  });

  test('a second check, beginning with the proposal, fits', { tags: ['long'] }, async () => {
    const { result } = await checked;
    const again = await startCheck(described(result.description));
    expect(again.result.outcome).toEqual({ kind: 'fits' });
    expect(again.result.proposed).toEqual([]);
  });
});

test(
  'whatever the service calls its messages: its own description fits',
  { timeout: 60_000, tags: ['long'] },
  async () => {
    await fc.assert(
      fc.asyncProperty(anyDescription, async (description) => {
        // Nobody can ask for fields by names that are only in rows.
        fc.pre(description.priceColumns.fields !== null || description.extraction.fields.all !== 'listed');
        const service = createTestService({ description, settings: { rowCount: 2_000 } });
        const { result } = await checkReference(service, description);
        service.dispose();
        expect(result.steps.filter(({ verdict }) => verdict === 'missing' || verdict === 'refused')).toEqual(
          [],
        );
        expect(result.outcome).toEqual({ kind: 'fits' });
      }),
      { numRuns: runs(20) },
    );
  },
);

test(
  'whatever the service calls its messages: what is proposed can be read, and fits if the check says so',
  { timeout: 60_000, tags: ['long'] },
  async () => {
    await fc.assert(
      fc.asyncProperty(anyDescription, fc.boolean(), async (strange, isAddressUsual) => {
        const { priceColumns, extraction } = DEFAULT_DESCRIPTION;
        const description = isAddressUsual
          ? {
              ...strange,
              priceColumns: { ...strange.priceColumns, path: priceColumns.path },
              extraction: { ...strange.extraction, path: extraction.path },
            }
          : strange;
        const service = createTestService({ description, settings: { rowCount: 2_000 } });
        const { result } = await checkReference(service);
        service.dispose();
        const read = described(result.description);
        expect(result.extractionCallCount).toBeLessThanOrEqual(MOST_EXTRACTION_CALLS);
        // Without the operator, the console itself does the condition, which this path does not.
        if (result.outcome.kind === 'missing' || read.extraction.operators.greaterThan === null) return;
        expect((await mainPath(description, read)).first).toEqual((await mainPath(null, null)).first);
      }),
      { numRuns: runs(20) },
    );
  },
);
