import { describe, expect, test } from 'vitest';
import { decodeTokenResponse, isInvalidGrant, tokenForm, TOKEN_PATH } from './token.schema';

const MINUTE_MS = 60_000;

describe('the form', () => {
  test('of the password grant has the four fields of the contract and no other', () => {
    const form = tokenForm({
      kind: 'password',
      userName: 'jürgen & co',
      password: 'a=b+c d%',
      clientId: 'colonnade',
    });
    expect([...form]).toEqual([
      ['grant_type', 'password'],
      ['username', 'jürgen & co'],
      ['password', 'a=b+c d%'],
      ['client_id', 'colonnade'],
    ]);
    expect(form.toString()).toBe(
      'grant_type=password&username=j%C3%BCrgen+%26+co&password=a%3Db%2Bc+d%25&client_id=colonnade',
    );
    expect(TOKEN_PATH).toBe('/token');
  });

  test('of the refresh grant has the three fields of the contract and no other', () => {
    const form = tokenForm({ kind: 'refresh', refreshToken: 'r-1', clientId: 'colonnade' });
    expect([...form]).toEqual([
      ['grant_type', 'refresh_token'],
      ['refresh_token', 'r-1'],
      ['client_id', 'colonnade'],
    ]);
  });
});

/** Returns a JWT with these claims. Its signature is invalid, because no code here checks it. */
function jwt(claims: unknown): string {
  const part = (value: unknown) =>
    btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.c2ln`;
}

const TWENTY_MINUTES = {
  '.issued': 'Sat, 21 Nov 2026 10:00:00 GMT',
  '.expires': 'Sat, 21 Nov 2026 10:20:00 GMT',
};

describe('the lifetime', () => {
  test.each<[why: string, response: Record<string, unknown>, claims: unknown, expectedMs: number]>([
    [
      '.expires − .issued, whatever the rest says',
      { ...TWENTY_MINUTES, expires_in: 5 },
      { iat: 0, exp: 60 },
      20 * MINUTE_MS,
    ],
    [
      'exp − iat where the dates cannot be read',
      { '.issued': 'soon', '.expires': 'later', expires_in: 5 },
      { iat: 1_000, exp: 1_600 },
      10 * MINUTE_MS,
    ],
    [
      'exp − iat where one date is missing',
      { '.issued': TWENTY_MINUTES['.issued'] },
      { iat: 1_000, exp: 1_600 },
      10 * MINUTE_MS,
    ],
    [
      'exp − iat where the dates are the wrong way round',
      { '.issued': TWENTY_MINUTES['.expires'], '.expires': TWENTY_MINUTES['.issued'] },
      { iat: 1_000, exp: 1_060 },
      MINUTE_MS,
    ],
    [
      'exp − iat where the dates are the same',
      { '.issued': TWENTY_MINUTES['.issued'], '.expires': TWENTY_MINUTES['.issued'] },
      { iat: 0, exp: 60 },
      MINUTE_MS,
    ],
    ['expires_in as minutes', { expires_in: 20 }, {}, 20 * MINUTE_MS],
    ['expires_in of 120 is still minutes', { expires_in: 120 }, {}, 120 * MINUTE_MS],
    ['expires_in of 121 is seconds', { expires_in: 121 }, {}, 121_000],
    ['expires_in of 1199 is seconds', { expires_in: 1_199 }, {}, 1_199_000],
    ['expires_in where exp lies before iat', { expires_in: 30 }, { iat: 60, exp: 0 }, 30 * MINUTE_MS],
    ['the stated default where nothing says', { expires_in: 'soon' }, null, 20 * MINUTE_MS],
    ['the stated default where expires_in is not positive', { expires_in: 0 }, {}, 20 * MINUTE_MS],
  ])('%s', (_why, response, claims, expectedMs) => {
    const token = { access_token: jwt(claims), token_type: 'bearer', ...response };
    expect(decodeTokenResponse(token).lifetimeMs).toBe(expectedMs);
  });
});

describe('the rest of the response', () => {
  test('user name, refresh token and rights', () => {
    const response = decodeTokenResponse({
      access_token: jwt({ unique_name: 'someone else', rights: ['api-prices-extraction'] }),
      token_type: 'bearer',
      expires_in: 1_199,
      refresh_token: 'r-1',
      'as:client_id': 'colonnade',
      userName: 'jürgen.müller',
      ...TWENTY_MINUTES,
    });
    expect(response).toMatchObject({
      refreshToken: 'r-1',
      userName: 'jürgen.müller',
      rightIds: ['api-prices-extraction'],
    });
  });

  test.each([
    ['an opaque token', 'b7f3c2'],
    ['a token with one point', 'b7f3.c2'],
    ['a token whose middle is no base64', 'a.§.c'],
    ['a token whose middle is no JSON', `a.${btoa('hello')}.c`],
    ['a JWT without rights', jwt({ unique_name: 'x' })],
    ['a JWT whose rights are no list of texts', jwt({ rights: 'all' })],
    ['a JWT that holds no object', jwt(null)],
  ])('%s leaves rights unknown', (_what, access_token) => {
    expect(decodeTokenResponse({ access_token, token_type: 'bearer' })).toMatchObject({
      accessToken: access_token,
      rightIds: null,
      refreshToken: null,
    });
  });

  test('rights are in the claim that a description names', () => {
    const response = { access_token: jwt({ scope: { all: ['a'] }, rights: ['b'] }), token_type: 'bearer' };
    expect(decodeTokenResponse(response, { claim: 'scope.all' }).rightIds).toEqual(['a']);
    expect(decodeTokenResponse(response, { claim: 'scope.none' }).rightIds).toBeNull();
    expect(decodeTokenResponse(response, { claim: null }).rightIds).toBeNull();
    expect(decodeTokenResponse(response).rightIds).toEqual(['b']);
  });

  test('no rights at all are known, not unknown', () => {
    expect(decodeTokenResponse({ access_token: jwt({ rights: [] }), token_type: 'bearer' }).rightIds).toEqual(
      [],
    );
  });

  test('the user name comes from the token if the response has none, including umlauts', () => {
    const named = { access_token: jwt({ unique_name: 'jürgen' }), token_type: 'bearer' };
    expect(decodeTokenResponse(named).userName).toBe('jürgen');
    const subject = { access_token: jwt({ sub: 'żółw' }), token_type: 'bearer' };
    expect(decodeTokenResponse(subject).userName).toBe('żółw');
    expect(decodeTokenResponse({ access_token: 'x', token_type: 'bearer' }).userName).toBeNull();
  });

  test.each([null, 'token', {}, { token_type: 'bearer' }, { access_token: '', token_type: 'bearer' }])(
    '%j is not a response',
    (json) => expect(() => decodeTokenResponse(json)).toThrow(Error),
  );
});

test('only invalid_grant means wrong credentials', () => {
  expect(isInvalidGrant({ error: 'invalid_grant', error_description: '…' })).toBe(true);
  expect(isInvalidGrant({ error: 'invalid_request' })).toBe(false);
  expect(isInvalidGrant({ message: 'invalid_grant' })).toBe(false);
  expect(isInvalidGrant(null)).toBe(false);
});
