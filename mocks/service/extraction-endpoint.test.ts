import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { rowAt, rowCountAt } from '@mocks/data/price-sources';
import { createTestService } from '@mocks/node';
import { createTestCaller, type ReadResponse, type SignedInCaller } from '@/test/test-caller';

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const ROWS = 2_000;

async function setUp(userName = 'manager') {
  const clock = { nowMs: NOON_MS };
  const service = createTestService({ now: () => clock.nowMs, settings: { rowCount: ROWS } });
  const caller = createTestCaller(service);
  return { clock, controls: service.controls, ...caller, ...(await caller.signIn(userName)) };
}

const pageSchema = z.strictObject({
  Data: z.strictObject({
    data: z.array(z.record(z.string(), z.unknown())),
    totalRecords: z.int(),
    page: z.int(),
    cacheKey: z.string().optional(),
    cacheCreated: z.string().optional(),
    cacheExpires: z.string().optional(),
  }),
  Errors: z.tuple([]),
  Succeeded: z.literal(true),
});

function pageOf({ status, json }: ReadResponse) {
  expect([status, json]).toMatchObject([200, {}]);
  return pageSchema.parse(json).Data;
}

function entryNumbers(response: ReadResponse): unknown[] {
  return pageOf(response).data.map((row) => row['EntryNo']);
}

describe('what the contract forbids', () => {
  const PAGE = { page: 1, nrOfRecords: 10 };
  const filter = (columnName: string, op: string, value: unknown = '') => ({
    ...PAGE,
    filters: [{ columnName, op, value }],
  });

  test.each<[what: string, body: unknown, message: RegExp]>([
    ['no JSON', '{"page":1', /not JSON/],
    ['a list', [], /request body/],
    ['no page', { nrOfRecords: 10 }, /"page"/],
    ['page 0', { ...PAGE, page: 0 }, /"page"/],
    ['half a page', { ...PAGE, page: 1.5 }, /"page"/],
    ['a page as text', { ...PAGE, page: '1' }, /"page"/],
    ['no page size', { page: 1 }, /"nrOfRecords"/],
    ['page size 0', { ...PAGE, nrOfRecords: 0 }, /"nrOfRecords"/],
    ['page size 10001', { ...PAGE, nrOfRecords: 10_001 }, /"nrOfRecords"/],
    ['an unknown property', { ...PAGE, pageSize: 10 }, /"pageSize" of the request body is not known/],
    ['useCache as text', { ...PAGE, useCache: 'true' }, /"useCache"/],
    ['no field', { ...PAGE, fields: [] }, /"fields"/],
    ['an unknown field', { ...PAGE, fields: ['Value', 'Price'] }, /There is no column "Price"/],
    ['a field in another case', { ...PAGE, fields: ['value'] }, /There is no column "value"/],
    ['a field twice', { ...PAGE, fields: ['Value', 'Name', 'Value'] }, /"Value" is asked for twice/],
    ['an unknown column to order by', { ...PAGE, orderby: ['Price desc'] }, /There is no column "Price"/],
    ['"asc"', { ...PAGE, orderby: ['Value asc'] }, /There is no column "Value asc"/],
    [
      'a column ordered by twice',
      { ...PAGE, orderby: ['Value', 'Value desc'] },
      /"Value" is sorted by twice/,
    ],
    ['an order that is an object', { ...PAGE, orderby: [{ column: 'Value' }] }, /"orderby\[0\]"/],
    ['a filter on an unknown column', filter('Price', 'equals', '1'), /There is no column "Price"/],
    ['an unknown op', filter('Value', 'like', '1'), /"filters\[0\]\.op"/],
    [
      'a further member of a filter',
      { ...PAGE, filters: [{ columnName: 'Value', op: 'equals', value: '1', not: true }] },
      /"not" of filters\[0\]/,
    ],
    [
      'a filter without value',
      { ...PAGE, filters: [{ columnName: 'Value', op: 'isNull' }] },
      /"filters\[0\]\.value"/,
    ],
    ['a value that is a number', filter('Value', 'equals', 1), /"filters\[0\]\.value"/],
    ['contains on a number', filter('Value', 'contains', '1'), /"contains" does not suit the column "Value"/],
    ['startsWith on a date', filter('ValidFrom', 'startsWith', '2026'), /"startsWith" does not suit/],
    ['endsWith on a bit', filter('NeedsPrice', 'endsWith', 'e'), /"endsWith" does not suit/],
    ['greaterThan on a bit', filter('NeedsPrice', 'greaterThan', 'false'), /"greaterThan" does not suit/],
    ['a German number', filter('Value', 'equals', '1234,5'), /"1234,5" does not suit the column "Value"/],
    ['a grouped number', filter('Value', 'equals', '1 234'), /must be a number/],
    ['an exponent', filter('Value', 'equals', '1e3'), /must be a number/],
    ['no number', filter('Value', 'equals', ''), /must be a number/],
    ['a bad one of several numbers', filter('Value', 'containsAny', '1,,2'), /"" does not suit/],
    ['a German date', filter('ValidFrom', 'equals', '31.01.2026'), /must be a date/],
    ['a day that is none', filter('ValidFrom', 'equals', '2026-02-30'), /must be a date/],
    ['an hour that is none', filter('ValidFrom', 'equals', '2026-02-03T24:00:00'), /must be a date/],
    ['a time zone', filter('ValidFrom', 'equals', '2026-02-03T10:00:00Z'), /must be a date/],
    [
      'eight fraction digits',
      filter('ValidFrom', 'equals', '2026-02-03T10:00:00.12345678'),
      /must be a date/,
    ],
    ['1 for true', filter('NeedsPrice', 'equals', '1'), /must be true or false/],
  ])('%s is 400', async (_what, body, message) => {
    const { extract } = await setUp();
    expect(await extract('SalesPrice', body)).toMatchObject({
      status: 400,
      json: { Data: null, Errors: [expect.stringMatching(message)], Succeeded: false },
    });
  });

  test.each(['fields', 'filters', 'orderby', 'useCache'])('%s beside a cacheKey is 400', async (member) => {
    const { extract } = await setUp();
    const { cacheKey } = pageOf(await extract('SalesPrice', { ...PAGE, useCache: true }));
    const value = { fields: ['Value'], filters: [], orderby: [], useCache: true }[member];
    expect(await extract('SalesPrice', { ...PAGE, cacheKey, [member]: value })).toMatchObject({
      status: 400,
      json: { Errors: [`"${member}" cannot be sent with a cacheKey: the snapshot fixes it.`] },
    });
  });

  test('every problem of a query is reported at once', async () => {
    const { extract } = await setUp();
    const { json } = await extract('SalesPrice', {
      ...filter('Value', 'contains', 'x'),
      fields: ['A'],
      orderby: ['B'],
    });
    expect(json).toMatchObject({
      Errors: [expect.stringMatching(/"A"/), expect.any(String), expect.stringMatching(/"B"/)],
    });
  });

  test('columns of a billion rows that no index serves can be neither filtered nor ordered by', async () => {
    const { extract } = await setUp();
    expect(await extract('PriceHistory', filter('NewValue', 'equals', '1'))).toMatchObject({
      status: 400,
      json: { Errors: ['The column "NewValue" cannot be filtered.'] },
    });
    expect(await extract('PriceHistory', { ...PAGE, orderby: ['NewValue'] })).toMatchObject({
      status: 400,
      json: { Errors: ['The column "NewValue" cannot be sorted by.'] },
    });
  });

  test('an unknown price column, another method, another type, parameters in the address', async () => {
    const { call, headers, extract } = await setUp();
    expect(await extract('Nothing', PAGE)).toMatchObject({
      status: 404,
      json: { Errors: ['There is no price column "Nothing".'], Succeeded: false },
    });
    const path = '/api/prices/SalesPrice';
    expect(await call(path, { headers })).toMatchObject({ status: 405, json: { Succeeded: false } });
    const init = {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'text/plain' },
      body: JSON.stringify(PAGE),
    };
    expect(await call(path, init)).toMatchObject({ status: 400, json: { Succeeded: false } });
    const json = { ...init, headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' } };
    expect((await call(path, json)).status).toBe(200);
    expect(await call(`${path}?page=1`, json)).toMatchObject({ status: 400, json: { Succeeded: false } });
  });
});

describe('a response', () => {
  test('has the rows, the total and the page; nothing of a snapshot unless one was taken', async () => {
    const { extract } = await setUp();
    const page = pageOf(
      await extract('SalesPrice', { page: 3, nrOfRecords: 10, fields: ['EntryNo', 'Name'] }),
    );
    expect(page).toEqual({
      data: Array.from({ length: 10 }, (_, index) => {
        const row = rowAt('SalesPrice', 20 + index);
        return { EntryNo: Number(row['EntryNo']), Name: row['Name'] };
      }),
      totalRecords: ROWS,
      page: 3,
    });
    expect(Object.keys(page.data[0] ?? {})).toEqual(['EntryNo', 'Name']);
  });

  test('sends when the snapshot was taken and when it expires', async () => {
    const { extract } = await setUp();
    const page = pageOf(await extract('SalesPrice', { page: 1, nrOfRecords: 1, useCache: true }));
    expect(page).toMatchObject({
      cacheKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      cacheCreated: '2026-11-21T12:00:00.000Z',
      cacheExpires: '2026-11-21T12:30:00.000Z',
    });
  });

  test('does without counting a living source, but never without the total of a snapshot', async () => {
    const { extract } = await setUp();
    const bypassed = { page: 1, nrOfRecords: 1, bypassTotalCount: true };
    expect(pageOf(await extract('SalesPrice', bypassed)).totalRecords).toBe(-1);
    const { cacheKey, totalRecords } = pageOf(await extract('SalesPrice', { ...bypassed, useCache: true }));
    expect(totalRecords).toBe(ROWS);
    expect(pageOf(await extract('SalesPrice', { ...bypassed, cacheKey })).totalRecords).toBe(ROWS);
  });

  test('beyond the end has no rows, and so has an empty source', async () => {
    const { extract } = await setUp();
    expect(
      pageOf(await extract('SalesPrice', { page: 3, nrOfRecords: 1_000, useCache: true })),
    ).toMatchObject({
      data: [],
      totalRecords: ROWS,
    });
    expect(pageOf(await extract('TenderPrice', { page: 1, nrOfRecords: 10, useCache: true }))).toMatchObject({
      data: [],
      totalRecords: 0,
    });
  });

  test('reaches the last of a billion rows', async () => {
    const { extract } = await setUp();
    const page = pageOf(
      await extract('PriceHistory', { page: 100_000, nrOfRecords: 10_000, useCache: true }),
    );
    expect(page.totalRecords).toBe(1_000_000_000);
    expect(page.data.at(-1)?.['EntryNo']).toBe(Number(rowAt('PriceHistory', 999_999_999)['EntryNo']));
  });
});

describe('locked columns', () => {
  const PAGE = { page: 1, nrOfRecords: 5 };
  const LOCKED = {
    status: 403,
    json: {
      Data: null,
      Errors: ['The column "CostForPricing" needs the right dataadmin-item_CostForPricing_view.'],
      Succeeded: false,
    },
  };

  test('are left out of all, and are 403 by name, in a filter and in an order', async () => {
    const { extract } = await setUp('analyst');
    const [row = {}] = pageOf(await extract('CostForPricing', PAGE)).data;
    expect(Object.keys(row)).not.toContain('CostForPricing');
    expect(Object.keys(row)).not.toContain('FreightCost');
    expect(Object.keys(row)).toContain('ListValue');
    const named = { ...PAGE, fields: ['Number', 'CostForPricing'] };
    const filtered = { ...PAGE, filters: [{ columnName: 'CostForPricing', op: 'greaterThan', value: '0' }] };
    const ordered = { ...PAGE, orderby: ['CostForPricing desc'] };
    for (const body of [named, filtered, ordered]) {
      expect(await extract('CostForPricing', body)).toMatchObject(LOCKED);
    }
  });

  test('stay locked in a snapshot that somebody else has taken', async () => {
    const { extract, signIn } = await setUp('manager');
    const analyst = await signIn('analyst');
    const all = pageOf(await extract('CostForPricing', { ...PAGE, useCache: true }));
    expect(Object.keys(all.data[0] ?? {})).toContain('CostForPricing');
    const seen = pageOf(await analyst.extract('CostForPricing', { ...PAGE, cacheKey: all.cacheKey }));
    expect(Object.keys(seen.data[0] ?? {})).not.toContain('CostForPricing');
    const named = pageOf(
      await extract('CostForPricing', { ...PAGE, useCache: true, fields: ['Number', 'CostForPricing'] }),
    );
    expect(await analyst.extract('CostForPricing', { ...PAGE, cacheKey: named.cacheKey })).toMatchObject(
      LOCKED,
    );
  });
});

describe('a snapshot', () => {
  async function allPages(
    extract: SignedInCaller['extract'],
    body: object,
    pages: number,
    between: () => void,
  ) {
    const seen: unknown[] = [];
    for (let page = 1; page <= pages; page++) {
      seen.push(...entryNumbers(await extract('SalesPrice', { ...body, page, nrOfRecords: 100 })));
      between();
    }
    return seen;
  }

  test('yields every row exactly once while the source changes', async () => {
    const { extract, controls } = await setUp();
    const first = pageOf(await extract('SalesPrice', { page: 1, nrOfRecords: 1, useCache: true }));
    const seen = await allPages(extract, { cacheKey: first.cacheKey }, 20, controls.changeSourceData);
    const expected = Array.from({ length: ROWS }, (_, index) =>
      Number(rowAt('SalesPrice', index)['EntryNo']),
    );
    expect(seen).toEqual(expected);
    expect(controls.sourceVersion()).toBe(20);
  });

  // Shows that the test above can fail: without a cacheKey, the same paging returns rows twice.
  test('is needed: without one, rows come twice while the source changes', async () => {
    const { extract, controls } = await setUp();
    const seen = await allPages(extract, {}, 20, controls.changeSourceData);
    expect(new Set(seen).size).toBeLessThan(seen.length);
  });

  test('keeps its filter, order and values while the source changes', async () => {
    const { extract, controls } = await setUp();
    const query = {
      fields: ['EntryNo', 'Value', '_dtLastModifiedDate'],
      filters: [{ columnName: 'PriceList', op: 'containsAny', value: 'de,AT' }],
      orderby: ['Value'],
    };
    const page = { page: 2, nrOfRecords: 50 };
    const before = pageOf(await extract('SalesPrice', { ...page, ...query, useCache: true }));
    controls.changeSourceData();
    const after = pageOf(await extract('SalesPrice', { ...page, cacheKey: before.cacheKey }));
    expect(after).toEqual(before);
    const fresh = pageOf(await extract('SalesPrice', { ...page, ...query }));
    expect(fresh.data).not.toEqual(before.data);
  });

  test('keeps its number of rows when that setting changes', async () => {
    const { extract, controls } = await setUp();
    const { cacheKey } = pageOf(await extract('SalesPrice', { page: 1, nrOfRecords: 1, useCache: true }));
    controls.changeSettings({ rowCount: 10 });
    const last = pageOf(await extract('SalesPrice', { page: ROWS, nrOfRecords: 1, cacheKey }));
    expect(last).toMatchObject({ totalRecords: ROWS, data: [{ EntryNo: 1_000_000 + ROWS - 1 }] });
    expect(pageOf(await extract('SalesPrice', { page: 1, nrOfRecords: 1 })).totalRecords).toBe(10);
  });

  const GONE = {
    status: 410,
    json: {
      Data: null,
      Errors: ['The snapshot of this cacheKey does not exist or has expired.'],
      Succeeded: false,
    },
  };

  test('expires after its time, is unknown under another column, and can be expired', async () => {
    const { extract, clock, controls } = await setUp();
    const take = async () =>
      pageOf(await extract('SalesPrice', { page: 1, nrOfRecords: 1, useCache: true })).cacheKey;
    const read = (cacheKey: unknown, column = 'SalesPrice') =>
      extract(column, { page: 1, nrOfRecords: 1, cacheKey });
    const cacheKey = await take();
    expect(await read(cacheKey, 'PromotionPrice')).toMatchObject(GONE);
    expect(await read('made up')).toMatchObject(GONE);
    clock.nowMs += 20 * 60_000 - 1;
    expect((await read(cacheKey)).status).toBe(200);
    controls.changeSettings({ accessLifetimeMs: 10_000_000 });
    controls.expireSnapshots();
    expect(await read(cacheKey)).toMatchObject(GONE);
  });

  test('lives half an hour, counted from its taking', async () => {
    const clock = { nowMs: NOON_MS };
    const service = createTestService({ now: () => clock.nowMs, settings: { accessLifetimeMs: 86_400_000 } });
    const { extract } = await createTestCaller(service).signIn('manager');
    const { cacheKey } = pageOf(await extract('PromotionPrice', { page: 1, nrOfRecords: 1, useCache: true }));
    const read = () => extract('PromotionPrice', { page: 1, nrOfRecords: 1, cacheKey });
    clock.nowMs += 30 * 60_000 - 1;
    expect((await read()).status).toBe(200);
    clock.nowMs += 1;
    expect(await read()).toMatchObject(GONE);
  });
});

test('the price columns say what can be done with their fields', async () => {
  const { get, controls } = await setUp('analyst');
  const response = async () =>
    z
      .object({
        Data: z.array(
          z.object({
            name: z.string(),
            fields: z.array(z.object({ name: z.string(), filterable: z.boolean(), sortable: z.boolean() })),
          }),
        ),
      })
      .parse((await get('/api/prices')).json).Data;
  const filterable = async (
    name: string,
    isCounted = ({ sortable }: { readonly sortable: boolean }) => sortable,
  ) =>
    (await response())
      .find((priceColumn) => priceColumn.name === name)
      ?.fields.filter((field) => field.filterable && isCounted(field))
      .map((field) => field.name);
  expect(await filterable('PriceHistory')).toEqual(['EntryNo', 'ChangedAt']);
  expect(await filterable('PriceHistory', () => true)).toEqual(['EntryNo', 'ChangedAt', 'ItemNumber']);
  expect(await filterable('SalesPrice')).toHaveLength(16);
  // An analyst may not view this field, but the list contains it.
  expect(await filterable('CostForPricing')).toContain('CostForPricing');
  controls.changeSettings({ rowCount: 100_000_000 });
  expect(await filterable('SalesPrice')).toEqual(['EntryNo']);
  expect(rowCountAt('SalesPrice', { baseRowCount: 100_000_000 })).toBe(100_000_000);
});
