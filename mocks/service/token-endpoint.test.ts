import { describe, expect, test } from 'vitest';
import { TEST_ACCOUNTS } from '@mocks/data/accounts';
import { createTestService } from '@mocks/node';
import { memoryStateStore } from './state';
import { createTestCaller, passwordForm, refreshForm } from '@/test/test-caller';

const NOON_MS = Date.UTC(2026, 10, 21, 12, 0, 0, 700);

function setUp(options: Parameters<typeof createTestService>[0] = {}) {
  const clock = { nowMs: NOON_MS };
  const store = memoryStateStore(options.settings);
  const service = createTestService({ now: () => clock.nowMs, store, ...options });
  return { clock, store, service, controls: service.controls, ...createTestCaller(service) };
}

function claimsOf(accessToken: string): Record<string, unknown> {
  const payload = accessToken.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
}

describe('the password grant', () => {
  test('responds with all members (docs/service-contract.md, section 1.1)', async () => {
    const { status, json, headers } = await setUp().token(passwordForm('manager'));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    expect(json).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 1_200,
      refresh_token: expect.any(String),
      'as:client_id': 'colonnade',
      userName: 'manager',
      '.issued': 'Sat, 21 Nov 2026 12:00:00 GMT',
      '.expires': 'Sat, 21 Nov 2026 12:20:00 GMT',
    });
  });

  test('issues a JWT with the claims of the contract', async () => {
    const { accessToken } = await setUp().signIn('analyst');
    const [header = ''] = accessToken.split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' });
    const issuedS = Math.floor(NOON_MS / 1000);
    expect(claimsOf(accessToken)).toMatchObject({
      unique_name: 'analyst',
      sub: 'analyst',
      role: 'Analyst',
      iss: expect.any(String),
      aud: 'colonnade',
      iat: issuedS,
      exp: issuedS + 1_200,
      rights: ['api-prices-extraction', 'dataadmin-item_edit'],
    });
  });

  test('signs as any library for JWT would', async () => {
    const { signIn } = setUp({ signingText: 'a key' });
    const { accessToken } = await signIn('manager');
    const { createHmac } = await import('node:crypto');
    const [header, payload, signature] = accessToken.split('.');
    const expected = createHmac('sha256', 'a key').update(`${header}.${payload}`).digest('base64url');
    expect(signature).toBe(expected);
  });

  test('knows people whose names and passwords need care in a form', async () => {
    const { userName } = TEST_ACCOUNTS.secondManager;
    const { status, json } = await setUp().token(passwordForm(userName));
    expect([status, json]).toEqual([200, expect.objectContaining({ userName: 'jürgen.müller' })]);
  });

  test('can leave rights untold, or the whole token opaque', async () => {
    const { signIn } = setUp();
    const untold = await signIn(TEST_ACCOUNTS.tokenWithoutRights.userName);
    expect(claimsOf(untold.accessToken)).not.toHaveProperty('rights');
    const opaque = await signIn(TEST_ACCOUNTS.opaqueToken.userName);
    expect(opaque.accessToken).not.toContain('.');
    expect((await opaque.get('/api/prices')).status).toBe(200);
  });

  test.each([
    ['minutes', 20],
    ['seconds', 1_200],
  ] as const)('sends expires_in in %s when set so', async (expiresInUnit, expires_in) => {
    const { json } = await setUp({ settings: { expiresInUnit } }).token(passwordForm('manager'));
    expect(json).toMatchObject({ expires_in });
  });

  test.each([
    ['another password', { password: 'guess' }],
    ['another case of the password', { password: 'DEMO-MANAGER' }],
    ['nobody of that name', { username: 'manageress' }],
  ])('refuses %s with 403', async (_what, change) => {
    const { status, json } = await setUp().token({ ...passwordForm('manager'), ...change });
    expect([status, json]).toEqual([
      403,
      { error: 'invalid_grant', error_description: 'The user name or password is incorrect.' },
    ]);
  });
});

describe('what the contract does not know is refused', () => {
  test.each<[what: string, form: Record<string, string>, error: string]>([
    ['no grant', {}, 'unsupported_grant_type'],
    ['an unknown grant', { grant_type: 'client_credentials', client_id: 'c' }, 'unsupported_grant_type'],
    ['a further field', { ...passwordForm('manager'), scope: 'all' }, 'invalid_request'],
    ['a field of the other grant', { ...refreshForm('x'), username: 'manager' }, 'invalid_request'],
    ['a field too few', { grant_type: 'password', username: 'manager', client_id: 'c' }, 'invalid_request'],
    ['an empty client', { ...passwordForm('manager'), client_id: '' }, 'invalid_request'],
  ])('%s', async (_what, form, error) => {
    const { status, json } = await setUp().token(form);
    expect([status, json]).toEqual([400, { error, error_description: expect.any(String) }]);
  });

  test('a field given twice', async () => {
    const body = new URLSearchParams([...Object.entries(passwordForm('manager')), ['client_id', 'other']]);
    const { status, json } = await setUp().call('/token', { method: 'POST', body });
    expect([status, json]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  test('JSON in place of a form', async () => {
    const { status, json } = await setUp().call('/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(passwordForm('manager')),
    });
    expect([status, json]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  test('GET, and credentials in the address', async () => {
    const { call } = setUp();
    expect(await call('/token')).toMatchObject({ status: 405, json: { error: 'invalid_request' } });
    const inAddress = await call('/token?username=manager', {
      method: 'POST',
      body: new URLSearchParams(passwordForm('manager')),
    });
    expect(inAddress).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
  });
});

describe('the refresh grant', () => {
  test('gives a new pair; both new tokens work', async () => {
    const { signIn, token, call } = setUp();
    const first = await signIn('manager');
    const renewed = await token(refreshForm(first.refreshToken));
    expect(renewed).toMatchObject({ status: 200, json: { userName: 'manager' } });
    const { access_token, refresh_token } = renewed.json as Record<string, string>;
    expect(refresh_token).not.toBe(first.refreshToken);
    const headers = { Authorization: `Bearer ${access_token}`, client_id: 'colonnade' };
    expect((await call('/api/tables/item', { headers })).status).toBe(200);
    expect((await token(refreshForm(refresh_token ?? ''))).status).toBe(200);
  });

  test('is good once: a spent token is refused and the attempt remembered', async () => {
    const { signIn, token, controls } = setUp();
    const { refreshToken } = await signIn('manager');
    const responses = await Promise.all([1, 2, 3].map(() => token(refreshForm(refreshToken))));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403]);
    const refused = responses.find(({ status }) => status === 403);
    expect(refused?.json).toEqual({
      error: 'invalid_grant',
      error_description: 'The refresh token has been used already.',
    });
    expect(controls.refreshReuseCount()).toBe(2);
  });

  test('lasts five days', async () => {
    const { signIn, token, clock } = setUp();
    const [first, second] = [await signIn('manager'), await signIn('manager')];
    clock.nowMs = NOON_MS + 5 * 86_400_000 - 1;
    expect((await token(refreshForm(first.refreshToken))).status).toBe(200);
    clock.nowMs += 1;
    expect(await token(refreshForm(second.refreshToken))).toMatchObject({
      status: 403,
      json: { error: 'invalid_grant' },
    });
  });

  test('is refused to another client, for a token changed or made up, and after revoking', async () => {
    const { signIn, token, controls } = setUp();
    const { refreshToken } = await signIn('manager');
    const [payload = '', signature = ''] = refreshToken.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, userName: 'analyst' })).toString('base64url');
    const attempts = [
      { ...refreshForm(refreshToken), client_id: 'other' },
      refreshForm(`${forged}.${signature}`),
      refreshForm(`${payload}.`),
      refreshForm('anything'),
    ];
    for (const form of attempts) {
      expect(await token(form)).toMatchObject({ status: 403, json: { error: 'invalid_grant' } });
    }
    controls.revokeRefreshTokens();
    expect((await token(refreshForm(refreshToken))).status).toBe(403);
  });

  test('an access token is no refresh token, nor the other way round', async () => {
    const { signIn, token, call } = setUp();
    const { accessToken, refreshToken } = await signIn('manager');
    expect((await token(refreshForm(accessToken))).status).toBe(403);
    const headers = { Authorization: `Bearer ${refreshToken}`, client_id: 'colonnade' };
    expect((await call('/api/tables/item', { headers })).status).toBe(401);
  });

  test('a service that restarts with the same state and text goes on', async () => {
    const { store, signIn } = setUp({ signingText: 'same' });
    const { refreshToken, headers } = await signIn('manager');
    const restarted = createTestCaller(createTestService({ now: () => NOON_MS, store, signingText: 'same' }));
    expect((await restarted.call('/api/tables/item', { headers })).status).toBe(200);
    expect((await restarted.token(refreshForm(refreshToken))).status).toBe(200);
    expect((await restarted.token(refreshForm(refreshToken))).status).toBe(403);
  });
});

test('the state has no token and no password, and drops spent ones that have expired', async () => {
  const { store, signIn, token, clock } = setUp();
  const { accessToken, refreshToken } = await signIn('manager');
  await token(refreshForm(refreshToken));
  const text = JSON.stringify(store.read());
  for (const secret of [accessToken, refreshToken, 'demo-manager']) expect(text).not.toContain(secret);
  expect(store.read().spentRefreshTokens).toHaveLength(1);
  clock.nowMs += 6 * 86_400_000;
  const later = await signIn('manager');
  await token(refreshForm(later.refreshToken));
  expect(store.read().spentRefreshTokens).toHaveLength(1);
});
