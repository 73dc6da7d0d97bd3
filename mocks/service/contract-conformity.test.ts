import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { authorizationHeaders } from '@/contract/authorization';
import type { Endpoint } from '@/contract/endpoint';
import { openEnvelope } from '@/contract/envelope.schema';
import {
  extractedPageSchema,
  extractPageEndpoint,
  uncountedPageEndpoint,
} from '@/contract/extraction.schema';
import type { ExtractionQuery, ExtractPageInput, SnapshotPage } from '@/contract/extraction';
import { firstRowsEndpoint } from '@/contract/first-rows.schema';
import { itemTableEndpoint } from '@/contract/item-table.schema';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { decodeSourceChanged } from '@/contract/source-changed.schema';
import {
  decodeTokenResponse,
  isInvalidGrant,
  tokenForm,
  TOKEN_PATH,
  type TokenGrant,
} from '@/contract/token.schema';
import { parseJson } from '@/lib/base/parse-json';
import { rowAt } from '@mocks/data/price-sources';
import { createTestNetwork, TEST_SERVICE_ADDRESS } from '@mocks/node';
import { ADDRESSES, ENDPOINT_NAMES, type EndpointName } from './endpoint-name';
import type { ReferenceService } from './reference-service';

// The console's code in `src/contract/` and the reference service implement the contract separately. These tests compare them.

const network = createTestNetwork();
let service: ReferenceService;
beforeAll(() => network.listen());
beforeEach(() => {
  service = network.connect();
});
afterAll(() => network.close());

async function postToken(grant: TokenGrant): Promise<{ status: number; json: unknown }> {
  const response = await fetch(TEST_SERVICE_ADDRESS + TOKEN_PATH, { method: 'POST', body: tokenForm(grant) });
  return { status: response.status, json: parseJson(await response.text()) };
}

async function signIn(userName: string, password: string) {
  return decodeTokenResponse(
    (await postToken({ kind: 'password', userName, password, clientId: 'test' })).json,
  );
}

async function clientOf(userName: string, password: string) {
  const { accessToken } = await signIn(userName, password);
  const headers = authorizationHeaders({ kind: 'bearer', accessToken, clientId: 'test' });
  return async <Input, Output>(endpoint: Endpoint<Input, Output>, input: Input): Promise<Output> => {
    const body = endpoint.body?.(input);
    const response = await fetch(TEST_SERVICE_ADDRESS + endpoint.path(input), {
      method: endpoint.method,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const content = openEnvelope(parseJson(await response.text()));
    if (!content.succeeded) throw new Error(`${response.status}: ${content.messages.join(' ')}`);
    return endpoint.decode(content.data, input);
  };
}

const manager = () => clientOf('manager', 'demo-manager');

const wholeExtraction: ExtractPageInput = {
  priceColumn: 'SalesPrice',
  page: 1,
  pageSize: 100,
  query: { fields: null, filters: [], sort: [] },
};

/** Opens the event stream, and reads its beginning. */
async function openEvents() {
  const { accessToken } = await signIn('manager', 'demo-manager');
  const headers = authorizationHeaders({ kind: 'bearer', accessToken, clientId: 'test' });
  const cancellation = new AbortController();
  const response = await fetch(`${TEST_SERVICE_ADDRESS}/events`, { headers, signal: cancellation.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => (await reader?.read())?.value ?? '';
  await read();
  return { read, cancel: () => cancellation.abort() };
}

/** An input that suits every endpoint. A new endpoint may need further members. */
const INPUT = { ...wholeExtraction, fields: null, rowCount: 3 };

/** Every endpoint that `src/contract/` exports. `uncountedPageEndpoint` is a call of another one. */
const ENDPOINTS = Object.values(
  import.meta.glob<Readonly<Record<string, unknown>>>('/src/contract/*.schema.ts', { eager: true }),
).flatMap((module) => Object.values(module).filter(isEndpoint));

function isEndpoint(value: unknown): value is Endpoint<typeof INPUT, unknown> {
  const isCall = typeof value === 'object' && value !== null && 'decode' in value && 'isRead' in value;
  return isCall && value !== uncountedPageEndpoint;
}

/** Returns the members that the contract describes in the section about an address. */
function describedMembers(method: string, path: string): readonly string[] {
  const sections = readFileSync('docs/service-contract.md', 'utf8').split(/^##+ (?=.*\{base_url\})/m);
  const section = sections.find((each) => each.split('\n')[0]?.includes(`\`${method} {base_url}${path}\``));
  const rows = section?.split('\n').filter((line) => line.startsWith('| `')) ?? [];
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
  );
}

/** Functions that call each endpoint as the console does. */
const CALLS: Readonly<Record<EndpointName, () => Promise<unknown>>> = {
  token: () => signIn('manager', 'demo-manager'),
  'item-table': async () => (await manager())(itemTableEndpoint, undefined),
  prices: async () => (await manager())(priceColumnsEndpoint, undefined),
  extraction: async () => (await manager())(extractPageEndpoint, wholeExtraction),
  events: async () => (await openEvents()).cancel(),
};

test.each(ENDPOINT_NAMES)('the console calls %s, which the contract describes', async (name) => {
  await CALLS[name]();
  expect(service.controls.journal().filter(({ endpoint }) => endpoint === name)).toMatchObject([
    { status: 200 },
  ]);
  const { method, path } = ADDRESSES[name];
  // The contract has no path for events, because the address of events is a setting.
  const isDescribed = readFileSync('docs/service-contract.md', 'utf8').includes(
    `\`${method} {base_url}${path}\``,
  );
  expect(isDescribed).toBe(name !== 'events');
});

test('a page has the members that the console reads, and no others', async () => {
  const send = await manager();
  const decode = (data: unknown) => Object.keys(z.record(z.string(), z.unknown()).parse(data));
  const members = await send({ ...extractPageEndpoint, decode, inDialect: undefined }, wholeExtraction);
  expect(members.toSorted()).toEqual(Object.keys(extractedPageSchema.shape).toSorted());
});

test('endpoints have different names, by which their queries are cached', () => {
  const names = ENDPOINTS.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names).toContain(itemTableEndpoint.name);
});

test.each(ENDPOINTS)('the contract describes each member of the response: $name', async (endpoint) => {
  const data = await (await manager())({ ...endpoint, decode: (sent) => sent }, INPUT);
  const members = Object.keys(z.record(z.string(), z.unknown()).parse(Array.isArray(data) ? data[0] : data));
  const path = endpoint.path(INPUT).replace(INPUT.priceColumn, '{priceColumn}');
  expect(describedMembers(endpoint.method, path)).toEqual(expect.arrayContaining(members));
});

test.each(ENDPOINTS.filter(({ permission }) => permission !== null))(
  'without the permission the message names it: $name',
  async (endpoint) => {
    const send = await clientOf('viewer', 'demo-viewer');
    await expect(send(endpoint, INPUT)).rejects.toThrow(new RegExp(`^403: .*${endpoint.permission}`));
  },
);

test.each(ENDPOINTS)('without a token there is no response: $name', async ({ method, path }) => {
  expect((await fetch(TEST_SERVICE_ADDRESS + path(INPUT), { method })).status).toBe(401);
});

describe('tokens', () => {
  test('password and refresh', async () => {
    const response = await signIn('manager', 'demo-manager');
    expect(response).toMatchObject({
      userName: 'manager',
      lifetimeMs: 20 * 60_000,
      rightIds: [
        'api-prices-extraction',
        'dataadmin-item_edit',
        'dataadmin-item_CostForPricing_view',
        'dataadmin-item_CostForPricing_edit',
      ],
    });
    const refresh: TokenGrant = {
      kind: 'refresh',
      refreshToken: response.refreshToken ?? '',
      clientId: 'test',
    };
    const renewed = decodeTokenResponse((await postToken(refresh)).json);
    expect(renewed.refreshToken).not.toBe(response.refreshToken);
    const again = await postToken(refresh);
    expect([again.status, isInvalidGrant(again.json)]).toEqual([403, true]);
  });

  test('the contract describes each member of the response', async () => {
    const grant = {
      kind: 'password',
      userName: 'manager',
      password: 'demo-manager',
      clientId: 'test',
    } as const;
    const members = Object.keys(z.record(z.string(), z.unknown()).parse((await postToken(grant)).json));
    expect(describedMembers('POST', TOKEN_PATH)).toEqual(expect.arrayContaining(members));
  });

  test('rights are unknown where the token does not name them', async () => {
    expect((await signIn('opaque', 'demo-opaque')).rightIds).toBeNull();
    expect((await signIn('unspoken', 'demo-unspoken')).rightIds).toBeNull();
    expect((await signIn('nobody', 'demo-nobody')).rightIds).toEqual([]);
  });
});

test('the item table, without an incomplete record', async () => {
  const send = await manager();
  const columns = await send(itemTableEndpoint, undefined);
  expect(columns.map(({ name, type }) => `${name}: ${type}`)).toEqual([
    'Number: text',
    'Name: text',
    'SearchName: text',
    'Description: text',
    'CostForPricing: number',
    'cd_PriceGroup: text',
    'InsertDate: date',
    'NeedsPrice: boolean',
    'ImageUrl: text',
    'Url: text',
    '_dtLastModifiedDate: date',
  ]);
  expect(
    columns.every(({ isTypeKnown, incompleteMembers }) => isTypeKnown && incompleteMembers.length === 0),
  ).toBe(true);
  expect(columns[3]?.maxLength).toBeNull();
  expect(columns[5]?.foreignKey).toEqual({ table: 'PriceGroup', column: 'Code' });
});

test('the price columns, without an incomplete record', async () => {
  const priceColumns = await (await manager())(priceColumnsEndpoint, undefined);
  expect(priceColumns.length).toBeGreaterThanOrEqual(6);
  for (const { fields } of priceColumns) {
    expect(
      fields.every(({ isTypeKnown, incompleteMembers }) => isTypeKnown && incompleteMembers.length === 0),
    ).toBe(true);
    expect(fields.some(({ isKey }) => isKey)).toBe(true);
    expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
    expect(fields.map(({ columnId }) => columnId)).toEqual(fields.map((_, index) => index + 1));
  }
});

describe('extraction', () => {
  async function snapshotOf(priceColumn: string, query: Partial<ExtractionQuery> = {}, pageSize = 500) {
    const send = await manager();
    const input: ExtractPageInput = {
      priceColumn,
      page: 1,
      pageSize,
      query: { fields: null, filters: [], sort: [], ...query },
    };
    return { send, first: await send(extractPageEndpoint, input) };
  }

  test.each([
    'SalesPrice',
    'CostForPricing',
    'CustomerPrice',
    'RegionalPrice',
    'PromotionPrice',
    'PriceHistory',
  ])('every cell of %s arrives as it is stored, digit for digit', async (priceColumn) => {
    const { first } = await snapshotOf(priceColumn, {}, 200);
    expect(first.rows).toHaveLength(200);
    for (const [index, row] of first.rows.entries()) {
      const stored = rowAt(priceColumn, index);
      expect(Object.fromEntries(first.columns.map((name, cell) => [name, row[cell]]))).toEqual(stored);
    }
  });

  test('pages of the key are the rest of the snapshot', async () => {
    const { send, first } = await snapshotOf('PromotionPrice', { fields: ['PromotionCode'] }, 100);
    const { cacheKey } = first.snapshot;
    const pages: SnapshotPage[] = [first];
    for (const page of [2, 3]) {
      pages.push(
        await send(extractPageEndpoint, {
          priceColumn: 'PromotionPrice',
          page,
          pageSize: 100,
          cacheKey,
          columns: first.columns,
        }),
      );
    }
    expect(pages.map(({ rows }) => rows.length)).toEqual([100, 100, 40]);
    expect(pages.every(({ snapshot }) => snapshot.cacheKey === cacheKey && snapshot.rowCount === 240)).toBe(
      true,
    );
    expect(new Set(pages.flatMap(({ rows }) => rows.map(([code]) => code))).size).toBe(240);
    expect(first.snapshot.expiresAtMs - first.snapshot.createdAtMs).toBe(30 * 60_000);
  });

  test('a query with every part', async () => {
    const { first } = await snapshotOf('SalesPrice', {
      fields: ['Value', 'EntryNo', 'Remark'],
      filters: [
        { column: 'Value', op: 'greaterThan', values: ['100.00005'] },
        { column: 'PriceList', op: 'containsAny', values: ['DE', 'AT'] },
        { column: 'Remark', op: 'isNull', values: [] },
      ],
      sort: [{ column: 'Value', direction: 'descending' }],
    });
    expect(first.columns).toEqual(['Value', 'EntryNo', 'Remark']);
    expect(first.snapshot.rowCount).toBeGreaterThan(100);
    expect(first.rows.every(([value, , remark]) => Number(value) > 100 && remark === null)).toBe(true);
  });

  test('a query without rows', async () => {
    const { first } = await snapshotOf('TenderPrice');
    expect([first.rows, first.snapshot.rowCount]).toEqual([[], 0]);
  });

  test('the first rows without a snapshot', async () => {
    const send = await manager();
    const input = { priceColumn: 'SalesPrice', rowCount: 3 };
    const all = await send(firstRowsEndpoint, { ...input, fields: null });
    expect(all.rows).toHaveLength(3);
    expect(Object.fromEntries(all.columns.map((name, cell) => [name, all.rows[2]?.[cell]]))).toEqual(
      rowAt('SalesPrice', 2),
    );
    const some = await send(firstRowsEndpoint, { ...input, fields: ['Value', 'EntryNo'] });
    expect(some.columns).toEqual(['Value', 'EntryNo']);
    const none = await send(firstRowsEndpoint, { ...input, priceColumn: 'TenderPrice', fields: null });
    expect(none.rows).toEqual([]);
  });

  test('a mistake is reported in the envelope', async () => {
    const wrong = snapshotOf('SalesPrice', { filters: [{ column: 'Value', op: 'equals', values: ['1,5'] }] });
    await expect(wrong).rejects.toThrow(/^400: The value "1,5" does not suit the column "Value"/);
  });
});

test('the events of a change', async () => {
  const { read, cancel } = await openEvents();
  service.controls.changeSourceData();
  const value = await read();
  const data = /^data: (.*)$/m.exec(value)?.[1] ?? '';
  expect(decodeSourceChanged(parseJson(data))).toMatchObject({ priceColumn: 'SalesPrice' });
  cancel();
});
