import { describe, expect, test } from 'vitest';
import { createTestService } from '@mocks/node';
import { createTestCaller } from '@/test/test-caller';

const DENIED = { message: 'Authorization has been denied for this request.' };

function setUp() {
  const clock = { nowMs: Date.UTC(2026, 10, 21, 12) };
  const service = createTestService({ now: () => clock.nowMs });
  return { clock, controls: service.controls, ...createTestCaller(service) };
}

describe('bearer', () => {
  test.each([
    ['no header', {}],
    ['an empty one', { Authorization: '' }],
    ['another scheme', { Authorization: 'Basic bWFuYWdlcjpkZW1v' }],
    ['a token made up', { Authorization: 'Bearer x.y.z', client_id: 'colonnade' }],
    ['a scheme in lower case', { Authorization: 'bearer x', client_id: 'colonnade' }],
  ])('%s is 401', async (_what, headers) => {
    const { call } = setUp();
    for (const path of ['/api/tables/item', '/api/prices', '/events']) {
      expect(await call(path, { headers })).toMatchObject({ status: 401, json: DENIED });
    }
  });

  test('a token with other claims under its signature is 401', async () => {
    const { signIn, call } = setUp();
    const { accessToken } = await signIn('viewer');
    const [header, payload = '', signature] = accessToken.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const more = Buffer.from(JSON.stringify({ ...claims, unique_name: 'manager' })).toString('base64url');
    const headers = { Authorization: `Bearer ${header}.${more}.${signature}`, client_id: 'colonnade' };
    expect((await call('/api/prices', { headers })).status).toBe(401);
  });

  test('lasts twenty minutes', async () => {
    const { signIn, clock } = setUp();
    const { get } = await signIn('manager');
    clock.nowMs += 20 * 60_000 - 1;
    expect((await get('/api/tables/item')).status).toBe(200);
    clock.nowMs += 1;
    expect(await get('/api/tables/item')).toMatchObject({ status: 401, json: DENIED });
  });

  test('the control expires what was given out, not what comes after', async () => {
    const { signIn, controls } = setUp();
    const before = await signIn('manager');
    controls.expireAccessTokens();
    const after = await signIn('manager');
    expect((await before.get('/api/tables/item')).status).toBe(401);
    expect((await after.get('/api/tables/item')).status).toBe(200);
  });

  test('without client_id it is 400, with another client 401', async () => {
    const { signIn, call } = setUp();
    const { accessToken } = await signIn('manager');
    const Authorization = `Bearer ${accessToken}`;
    expect(await call('/api/tables/item', { headers: { Authorization } })).toMatchObject({
      status: 400,
      json: { Data: null, Errors: ['The header client_id is missing.'], Succeeded: false },
    });
    const another = await call('/api/tables/item', { headers: { Authorization, client_id: 'other' } });
    expect(another.status).toBe(401);
  });
});

describe('API key', () => {
  test('goes without a token and without client_id', async () => {
    const headers = { Authorization: 'ApiKey manager:demo-manager' };
    expect((await setUp().call('/api/prices', { headers })).status).toBe(200);
  });

  test.each([
    'apikey manager:demo-manager',
    'APIKEY manager:demo-manager',
    'ApiKey manager:wrong',
    'ApiKey manager',
    'ApiKey :demo-manager',
    'ApiKey manager:demo-manager:',
    'ApiKey',
  ])('%s is 401', async (Authorization) => {
    expect(await setUp().call('/api/tables/item', { headers: { Authorization } })).toMatchObject({
      status: 401,
      json: DENIED,
    });
  });

  test('has the rights of its account', async () => {
    const headers = { Authorization: 'ApiKey viewer:demo-viewer' };
    expect((await setUp().call('/api/prices', { headers })).status).toBe(403);
  });
});

test('without the permission, prices and events are 403 and name it', async () => {
  const { get, extract } = await setUp().signIn('viewer');
  const refused = {
    status: 403,
    json: {
      Data: null,
      Errors: ['This call needs the permission api-prices-extraction.'],
      Succeeded: false,
    },
  };
  expect(await get('/api/prices')).toMatchObject(refused);
  expect(await get('/events')).toMatchObject(refused);
  expect(await extract('SalesPrice', { page: 1, nrOfRecords: 1 })).toMatchObject(refused);
  expect((await get('/api/tables/item')).status).toBe(200);
});
