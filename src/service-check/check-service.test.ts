import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestService } from '@mocks/node';
import type { PriceField } from '@/contract/column';
import { pagesOf, type ExtractionQuery } from '@/contract/extraction';
import { extractPageEndpoint, uncountedPageEndpoint } from '@/contract/extraction.schema';
import { DOCUMENT_ADDRESSES } from '@/contract/known-spellings';
import { DEFAULT_DESCRIPTION, type ServiceDescription } from '@/contract/service-description';
import { readPriceColumns } from '@/rows/price-rows/read-price-columns';
import { checkReference, withoutDocument, type Between } from '@/test/checked-service';
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

/** Where services of these dialects list their addresses. */
const DOCUMENT_AT: Readonly<Record<string, string>> = {
  'bare-rest.json': '/openapi.json',
  'pascal-dotnet.json': '/swagger/v1/swagger.json',
  'snake-case.json': '/v3/api-docs',
};

/** Answers like a service that has its list of addresses at this one only. */
function withDocumentAt(address: string): Between {
  return async (request, pass) =>
    DOCUMENT_ADDRESSES.includes(request.path)
      ? pass({ ...request, path: request.path === address ? '/api/openapi.json' : '/nowhere' })
      : pass(request);
}

/** What a person does first: opens a price column, reads it to its end, and reads two pages of it with a condition and an order. */
async function mainPath(service: ServiceDescription | null, read: ServiceDescription | null) {
  const { client } = await startDescribed(service, 2_000, read);
  const columns = await readPriceColumns(client, (name) => /^(?:Customer|Promotion)Price$/.test(name));
  const fieldsOf = (priceColumn: string) => columns.find(({ name }) => name === priceColumn)?.fields ?? [];
  async function pages(priceColumn: string, query: ExtractionQuery, pageSize: number, most = Infinity) {
    const input = { priceColumn, typedFields: fieldsOf(priceColumn), pageSize };
    const first = await client.send(uncountedPageEndpoint, { ...input, page: 1, query });
    const { snapshot } = first;
    // A service that does not tell the total is read until a page is not full.
    const paging = pagesOf({ ...snapshot, rowCount: snapshot.rowCount ?? 1_000_000 });
    const all = [first.rows];
    while (all.length < most && all.at(-1)?.length === pageSize) {
      const further = { ...input, ...paging, page: all.length + 1, columns: first.columns };
      all.push((await client.send(extractPageEndpoint, further)).rows);
    }
    return { rowCount: snapshot.rowCount, rows: all.flat() };
  }
  const filter = { column: 'CustomerNumber', op: 'equals', values: ['K10544'] } as const;
  const sort = [{ column: 'ContractValue', direction: 'descending' }] as const;
  const names = ['CustomerNumber', 'ContractValue', 'ValidTo'];
  return {
    priceColumns: columns.map(({ name, displayName }) => [name, displayName]),
    fields: fieldsOf('CustomerPrice'),
    all: await pages('PromotionPrice', { fields: null, filters: [], sort: [] }, 100),
    filtered: await pages('CustomerPrice', { fields: names, filters: [filter], sort }, 5, 2),
  };
}

let ofContract: ReturnType<typeof mainPath> | null = null;
const pathOfContract = () => (ofContract ??= mainPath(null, null));

/** What the console makes of a field that is listed. */
function listed({ name, type, precision, isNullable, viewRight, isFilterable, isSortable }: PriceField) {
  return { name, type, precision, isNullable, viewRight, isFilterable, isSortable };
}

/** What it makes of one that is read from rows. */
function guessed({ name, type }: PriceField) {
  return { name, type };
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

describe.each(DIALECTS)('$file', ({ file, description }) => {
  const start = () => createTestService({ description, settings: { rowCount: 2_000 } });
  const startCheck = (read: ServiceDescription) =>
    checkReference(start(), read, withDocumentAt(DOCUMENT_AT[file] ?? ''));
  const checked = startCheck(DEFAULT_DESCRIPTION);

  test('the proposed description makes the main path work as it does for the contract', async () => {
    const { result } = await checked;
    expect(result.outcome).toEqual({ kind: 'fits-with-proposal' });
    expect(result.extractionCallCount).toBeLessThanOrEqual(MOST_EXTRACTION_CALLS);
    const read = described(result.description);
    const [own, contract] = [await mainPath(description, read), await pathOfContract()];
    expect(contract.all.rows.length).toBeGreaterThan(200);
    expect(contract.filtered.rows.length).toBeGreaterThan(5);
    const rowCount = (count: number | null) => description.extraction.total && count;
    expect(own.priceColumns).toEqual(contract.priceColumns);
    const facts = read.priceColumns.fields === null ? guessed : listed;
    expect(own.fields.map(facts)).toEqual(contract.fields.map(facts));
    expect(own.all.rows).toEqual(contract.all.rows);
    expect(own.all.rowCount).toBe(rowCount(contract.all.rowCount));
    expect(own.filtered).toEqual({ ...contract.filtered, rowCount: rowCount(contract.filtered.rowCount) });
    // Less than the service has is said, and what to look for.
    if (read.extraction.snapshot === null)
      expect(outcomeText(result, ENGLISH)).toContain('look for how they are asked for');
  });

  test(
    'without a list of its addresses, a person may have to give one, after which all is found',
    { tags: ['long'] },
    async () => {
      const { result } = await checkReference(start(), DEFAULT_DESCRIPTION, withoutDocument);
      if (result.outcome.kind !== 'missing') return expect(result.outcome.kind).toBe('fits-with-proposal');
      expect(outcomeText(result, ENGLISH)).toMatch(
        /Price columns.*Look for the address .*\(priceColumns\.path\)/,
      );
      const { path } = description.priceColumns;
      const aided = await checkReference(start(), DEFAULT_DESCRIPTION, withoutDocument, undefined, path);
      expect(aided.result.description).toEqual((await checked).result.description);
      expect(aided.result.outcome).toEqual({ kind: 'fits-with-proposal' });
      const given = aided.result.proposed.find(({ key }) => key === 'priceColumns.path');
      expect(given?.reason).toEqual({ kind: 'given', name: path });
    },
  );

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

test('an address that does not say that it reads, and constants, are found once a person has described the address', async () => {
  const own = DIALECTS.find(({ file }) => file === 'snake-case.json')?.description ?? DEFAULT_DESCRIPTION;
  const path = '/api/v2/price-columns/{priceColumn}/rows';
  const constants = { tenant: 'north', count_rows: true };
  const description = { ...own, extraction: { ...own.extraction, path, constants } };
  const service = createTestService({ description, settings: { rowCount: 2_000 } });
  const unaided = await checkReference(service);
  expect(unaided.result.outcome).toMatchObject({ kind: 'missing', step: 'first-page' });
  expect(unaided.requests.filter((request) => /^POST \S+\/rows /.test(request))).toEqual([]);
  expect(outcomeText(unaided.result, ENGLISH)).toContain('(extraction.path)');
  const aided = await checkReference(service, described({ extraction: { path } }));
  expect(aided.result.outcome).toEqual({ kind: 'fits-with-proposal' });
  expect(aided.result.description).toMatchObject({ extraction: { path, constants } });
});

test('where fields are not listed, dates are found that only later rows have', async () => {
  const description = DIALECTS.find(({ file }) => file === 'bare-rest.json')?.description ?? null;
  const service = createTestService({ description, settings: { rowCount: 2_000 } });
  const { result } = await checkReference(service, DEFAULT_DESCRIPTION, async (request, pass) => {
    const answer = await pass(request);
    if (answer.kind === 'failed' || !/"count":8\b/.test(request.body ?? '')) return answer;
    return { ...answer, text: answer.text.replaceAll(/"[-\d]{10}T[^"]*"/g, 'null') };
  });
  expect(described(result.description).extraction.dates).toBe('iso-utc');
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
        // Days of fields that are not listed prove no time zone. The check says so, and they may then be shown as moments.
        const isUnproven = result.steps.some(({ notes }) =>
          notes?.some(({ kind }) => kind === 'zone-unproven'),
        );
        if (isUnproven) return;
        const [own, contract] = [await mainPath(description, read), await pathOfContract()];
        expect(own.filtered.rows).toEqual(contract.filtered.rows);
        expect(own.all.rows).toEqual(contract.all.rows);
      }),
      { numRuns: runs(20) },
    );
  },
);
