import { expect, test } from 'vitest';
import { apiKeyProblem, authorizationHeaders } from './authorization';

test('the headers (docs/service-contract.md, section 1.2)', () => {
  expect(authorizationHeaders({ kind: 'bearer', accessToken: 't', clientId: 'c' })).toEqual({
    Authorization: 'Bearer t',
    client_id: 'c',
  });
  expect(authorizationHeaders({ kind: 'api-key', userName: 'u', password: 'p' })).toEqual({
    Authorization: 'ApiKey u:p',
  });
});

test.each([
  ['manager', 'demo', null],
  ['jürgen', 'straße', null],
  ['manager', 'a:b', null],
  ['manager', 'two words', null],
  ['man:ager', 'demo', 'colon-in-user-name'],
  ['żółw', 'demo', 'header-unsafe'],
  ['manager', 'żółw', 'header-unsafe'],
  ['manager', 'line\nbreak', 'header-unsafe'],
  ['manager', 'tab\t', 'header-unsafe'],
  ['manager', '€', 'header-unsafe'],
  // HTTP removes blanks at the end of a header value, which would shorten this password.
  ['manager', 'blank ', 'header-unsafe'],
] as const)('%j with %j: %j', (userName, password, problem) => {
  expect(apiKeyProblem(userName, password)).toBe(problem);
});

test('accepted credentials arrive unchanged in a header', () => {
  const { Authorization = '' } = authorizationHeaders({
    kind: 'api-key',
    userName: 'jürgen',
    password: ' a:b ÿ',
  });
  expect(new Headers({ Authorization }).get('Authorization')).toBe('ApiKey jürgen: a:b ÿ');
});
