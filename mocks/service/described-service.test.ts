import { readdirSync, readFileSync } from 'node:fs';
import { QueryClient } from '@tanstack/react-query';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import {
  InexpressibleValueError,
  type ExtractionQuery,
  type FilterCondition,
  type Snapshot,
  type SortRule,
} from '@/contract/extraction';
import { extractPageEndpoint } from '@/contract/extraction.schema';
import { firstRowsEndpoint } from '@/contract/first-rows.schema';
import { itemTableEndpoint } from '@/contract/item-table.schema';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { parseServiceDescription } from '@/contract/read-description';
import type { PriceColumn } from '@/contract/column';
import type { ServiceDescription } from '@/contract/service-description';
import { decodeSourceChanged } from '@/contract/source-changed.schema';
import { itemRowsQuery } from '@/features/item/api/item-rows.queries';
import type { ItemSection } from '@/features/item/model/item-sections';
import { rowsOf } from '@/lib/row-batches/row-batch';
import { readFirstPage } from '@/analysis/snapshot/first-page';
import { takeSnapshot } from '@/analysis/snapshot/open-snapshot';
import { createExtractionPageReader } from '@/rows/extraction/extraction-page-reader';
import { readPriceColumns } from '@/rows/price-rows/read-price-columns';
import { performSignIn } from '@/session/sign-in';
import { ServiceError } from '@/ui/http/service-error';
import { startDescribed } from '@/test/described-service';
import { createFakeClock } from '@/test/fake-clock';
import { runs } from '@/test/runs';
import { anyDescription, described } from '@/test/service-description.arbitraries';
import { TEST_BASE } from '@/test/test-caller';

// The console and the service read the same service description, each with separate code. These tests compare them.

/** A price column that has values with 18 digits, values of all types, and texts in many scripts. */
const PRICE_COLUMN = 'TestPatterns';
const PAGE_SIZE = 40;

const conditions: readonly FilterCondition[] = [
  { column: 'Amount', op: 'lessThanOrEquals', values: ['50000000000000.1234'] },
  { column: 'Amount', op: 'greaterThan', values: ['-0.0001'] },
  { column: 'Quantity', op: 'containsAny', values: ['10', '25', '1000'] },
  { column: 'Quantity', op: 'greaterThanOrEquals', values: ['10'] },
  { column: 'Currency', op: 'containsAny', values: ['EUR', 'CHF'] },
  { column: 'Currency', op: 'notEquals', values: ['EUR'] },
  { column: 'Flag', op: 'equals', values: ['true'] },
  { column: 'Flag', op: 'isNotNull', values: [] },
  { column: 'Remark', op: 'isNull', values: [] },
  { column: 'Day', op: 'lessThan', values: ['2026-06-30'] },
  { column: 'Day', op: 'containsAny', values: ['0001-01-01', '1970-01-01', '2024-02-29'] },
  { column: 'Moment', op: 'greaterThanOrEquals', values: ['2024-06-30'] },
  { column: 'Moment', op: 'lessThan', values: ['2025-06-30T17:45:00'] },
  // East of UTC, two moments are shown as this time, and the later one ends the calendar.
  { column: 'Moment', op: 'lessThanOrEquals', values: ['9999-12-31T23:59:59.9999999'] },
  { column: 'Text', op: 'contains', values: ['a'] },
  { column: 'Name', op: 'startsWith', values: ['S'] },
];

const anyQuery: fc.Arbitrary<ExtractionQuery> = fc.record({
  fields: fc.option(
    fc.shuffledSubarray(
      ['PatternNo', 'Text', 'Amount', 'Volume', 'Factor', 'Flag', 'Day', 'Moment', 'Remark'],
      {
        minLength: 1,
      },
    ),
  ),
  filters: fc.subarray([...conditions], { maxLength: 3 }),
  sort: fc.subarray<SortRule>([
    { column: 'Currency', direction: 'descending' },
    { column: 'Day', direction: 'ascending' },
    { column: 'Amount', direction: 'ascending' },
  ]),
});

const contract = await startDescribed(null);
afterAll(() => contract.service.dispose());

type Started = Awaited<ReturnType<typeof startDescribed>>;

/** Reads a query in all ways that the console uses: the first page, a further page decoded, and the same page undecoded. */
async function readQuery({ client }: Started, query: ExtractionQuery) {
  const priceColumns = await readPriceColumns(client, (name) => name === PRICE_COLUMN);
  const typedFields = priceColumns.find(({ name }) => name === PRICE_COLUMN)?.fields ?? [];
  const first = await readFirstPage(client, {
    priceColumn: PRICE_COLUMN,
    query,
    typedFields,
    page: 1,
    pageSize: PAGE_SIZE,
  });
  const { columns, snapshot } = first;
  const further = {
    priceColumn: PRICE_COLUMN,
    cacheKey: snapshot.cacheKey,
    rowCount: snapshot.rowCount,
    repeats: snapshot.traits?.repeats,
    columns,
    typedFields,
    page: 2,
    pageSize: PAGE_SIZE,
  };
  const second = await client.send(extractPageEndpoint, further);
  const body = await client.receive(extractPageEndpoint, further);
  const readPage = createExtractionPageReader(
    { priceColumn: PRICE_COLUMN, snapshot, pageSize: PAGE_SIZE },
    columns,
  );
  const page = readPage(body, 2);
  // Copies the rows of each batch, because a batch is valid only until the next one is requested.
  const undecoded = Array.from(page.batches(), rowsOf).flat();
  page.requireFit();
  const look = await client.send(firstRowsEndpoint, {
    priceColumn: PRICE_COLUMN,
    ...query,
    typedFields,
    rowCount: 5,
  });
  return {
    columns,
    rowCount: snapshot.rowCount,
    lifetimeMs: lifetimeOf(snapshot),
    pages: [first.page, second.page],
    rows: [first.rows, second.rows, undecoded],
    look,
  };
}

type Read = Awaited<ReturnType<typeof readQuery>>;

/** Returns what the service can tell of rows: some dates have no digits below the millisecond. */
function asTold(read: Read, { extraction: { dates } }: ServiceDescription): Read {
  if (dates !== 'epoch-ms' && dates !== 'dotnet') return read;
  const moment = read.columns.indexOf('Moment');
  const inMs = (row: Read['rows'][number][number]) =>
    row.map((cell, index) => (index === moment && typeof cell === 'string' ? cell.slice(0, 23) : cell));
  return {
    ...read,
    rows: read.rows.map((rows) => rows.map(inMs)),
    look: { ...read.look, rows: read.look.rows.map(inMs) },
  };
}

const LIFETIME_MS = 30 * 60_000;

/** Returns how long the service keeps a snapshot; without a told beginning, its end is only known by the service's clock. */
function lifetimeOf({ traits, createdAtMs, expiresAtMs }: Snapshot): number {
  return traits?.isTimeTold === false ? LIFETIME_MS : expiresAtMs - createdAtMs;
}

test('under any description the console reads the same rows, to the digit', async () => {
  await fc.assert(
    fc.asyncProperty(anyDescription, anyQuery, async (description, query) => {
      const { operators, sort } = description.extraction;
      const started = await startDescribed(description);
      try {
        const lacking = query.filters.find(({ op }) => operators[op] === null);
        const isSorted = sort.max === null || query.sort.length <= sort.max;
        const reading = readQuery(started, query);
        if (lacking === undefined && isSorted)
          expect(await reading).toEqual(asTold(await readQuery(contract, query), description));
        else await expect(reading).rejects.toThrow(InexpressibleValueError);
      } finally {
        started.service.dispose();
      }
    }),
    { numRuns: runs(120) },
  );
});

test('under any description the metadata, the rights and the loss of a snapshot are the same', async () => {
  const ofContract = await contract.client.send(priceColumnsEndpoint, undefined);
  const itemTable = await contract.client.send(itemTableEndpoint, undefined);
  await fc.assert(
    fc.asyncProperty(anyDescription, async (description) => {
      const { service, client, rightIds, dialect } = await startDescribed(description);
      try {
        const priceColumns = await client.send(priceColumnsEndpoint, undefined);
        expect(priceColumns).toEqual(ofContract.map((priceColumn) => asDescribed(priceColumn, description)));
        expect(await client.send(itemTableEndpoint, undefined)).toEqual(itemTable);
        const { claim, extraction } = description.rights;
        expect(rightIds?.includes(extraction) ?? null).toBe(claim === null ? null : true);
        const page = { priceColumn: PRICE_COLUMN, page: 1, pageSize: 1 };
        const known = { ...page, query: { fields: ['PatternNo'], filters: [], sort: [] } };
        const repeats = dialect?.extraction.traits(known)?.repeats;
        const gone = { ...page, cacheKey: '17', columns: null, ...(repeats != null && { repeats }) };
        expect(await failureKind(client.send(extractPageEndpoint, gone))).toBe('expired-snapshot');
        const query = { fields: ['Nothing'], filters: [], sort: [] };
        const wrong = client.send(extractPageEndpoint, {
          priceColumn: PRICE_COLUMN,
          query,
          page: 1,
          pageSize: 1,
        });
        expect(await failureKind(wrong)).toBe('rejected');
      } finally {
        service.dispose();
      }
    }),
    { numRuns: runs(100) },
  );
});

test('a page larger than those of the service is read in parts', async () => {
  const small = await startDescribed(described({ extraction: { size: { name: 'rows', max: 300 } } }));
  const { signal } = new AbortController();
  const query = { fields: ['PatternNo'], filters: [], sort: [] };
  const readPages = async ({ client }: Started) => {
    const priceColumns = await client.send(priceColumnsEndpoint, undefined);
    const priceColumn = priceColumns.find(({ name }) => name === PRICE_COLUMN);
    if (priceColumn === undefined) throw new Error('The price column is missing.');
    const opened = await takeSnapshot(client, priceColumn, query, signal);
    const lastPage = Math.ceil(opened.snapshot.rowCount / 1_000);
    return [await opened.readPage(2, 1_000, signal), await opened.readPage(lastPage, 1_000, signal)];
  };
  expect(await readPages(small)).toEqual(await readPages(contract));
  small.service.dispose();
});

/** Returns what the console knows of a price column that the service lists as described. */
function asDescribed(priceColumn: PriceColumn, { priceColumns, extraction }: ServiceDescription): unknown {
  const { filters, operators, sort } = extraction;
  const { fields, field } = priceColumns;
  const hidesUses = fields === null || field.filterable === null || field.sortable === null;
  const abilities = {
    joinsLists: filters.lists === 'join',
    missingOperators: Object.entries(operators).flatMap(([op, word]) => (word === null ? [op] : [])),
    ...(filters.separator !== ',' && { listSeparator: filters.separator }),
    ...(sort.max !== null && { maxSortRules: sort.max }),
    ...(extraction.fields.all === 'listed' && { listsAllFields: true }),
    ...(hidesUses && { hidesUses }),
  };
  if (fields === null) return { ...priceColumn, fields: [], areFieldsListed: false, abilities };
  return {
    ...priceColumn,
    abilities,
    fields: priceColumn.fields.map((listed) => ({
      ...listed,
      raw: expect.any(Object) as object,
      ...(field.filterable === null && { isFilterable: true }),
      ...(field.sortable === null && { isSortable: true }),
      ...(field.canEdit === null && { canEdit: false }),
      ...(field.EditSecurityRightID === null && { editRight: null }),
      ...(field.Condition === null && { condition: '' }),
    })),
  };
}

async function failureKind(call: Promise<unknown>): Promise<string | null> {
  try {
    await call;
    return null;
  } catch (error) {
    return error instanceof ServiceError ? error.failure.kind : String(error);
  }
}

const DIALECTS = readdirSync('mocks/dialects').filter((name) => name.endsWith('.json'));

describe.each(DIALECTS)('the dialect %s', (name) => {
  const description = (): ServiceDescription => {
    const result = parseServiceDescription(readFileSync(`mocks/dialects/${name}`, 'utf8'));
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    return result.description;
  };

  test('has the same rows as the contract', async () => {
    const started = await startDescribed(description());
    const query: ExtractionQuery = {
      fields: null,
      filters: conditions.filter(({ op }) => description().extraction.operators[op] !== null).slice(0, 2),
      sort: [{ column: 'Currency', direction: 'descending' }],
    };
    const read = await readQuery(started, query);
    expect(read.rowCount).toBeGreaterThan(PAGE_SIZE);
    expect(read).toEqual(asTold(await readQuery(contract, query), description()));
    started.service.dispose();
  });

  test('names the rights of a person where the console looks for them', async () => {
    const { service, dialect } = await startDescribed(description());
    const clock = createFakeClock();
    const { rightIds } = await performSignIn(
      {
        fetch: async (request) => service.handle(request),
        clock,
        random: () => 0,
        configured: { serviceAddress: TEST_BASE, isFixed: true, upstreamAddress: null },
        dialect,
      },
      {
        method: 'password',
        serviceAddress: TEST_BASE,
        clientId: 'test',
        userName: 'manager',
        password: 'demo-manager',
        keepSignedIn: false,
      },
    );
    const { claim, extraction } = description().rights;
    expect(rightIds?.includes(extraction) ?? null).toBe(claim === null ? null : true);
    service.dispose();
  });

  test('finds the rows of an item by a number', async () => {
    const { service, client } = await startDescribed(description());
    const priceColumns = await readPriceColumns(client, (each) => each === PRICE_COLUMN);
    const priceColumn = priceColumns.find((each) => each.name === PRICE_COLUMN);
    const itemField = priceColumn?.fields.find((field) => field.name === 'PatternNo');
    const section = {
      priceColumn,
      itemField,
      fields: ['PatternNo'],
      sort: [],
      changedOn: null,
    } as unknown as ItemSection;
    const queryClient = new QueryClient();
    expect(await queryClient.fetchQuery(itemRowsQuery(client, section, '700003'))).toEqual({
      columns: ['PatternNo'],
      rows: [['700003']],
      isAll: true,
    });
    queryClient.clear();
    service.dispose();
  });

  test('announces changes in its own words', async () => {
    // Events name snapshots, which not every service keeps.
    if (description().extraction.snapshot === null) return;
    const { service, client, dialect } = await startDescribed(description());
    const stopping = new AbortController();
    const path = dialect?.description.events.path ?? '/events';
    const response = await client.openEventStream(TEST_BASE + path, stopping.signal);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read();
    service.controls.changeSourceData();
    const text = (await reader?.read())?.value ?? '';
    const json: unknown = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '');
    expect(decodeSourceChanged(json, dialect)).toMatchObject({ priceColumn: 'SalesPrice' });
    expect(() => decodeSourceChanged(json)).toThrow(Error);
    await reader?.cancel();
    service.dispose();
  });
});
