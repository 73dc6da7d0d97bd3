import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../../server/content-security-policy.mjs';
import { parseServiceAddress } from './service-address';

describe('addresses that can be used', () => {
  test.each([
    ['https://prices.example.com/papi', 'https://prices.example.com/papi', []],
    ['  https://prices.example.com/papi  ', 'https://prices.example.com/papi', []],
    ['https://prices.example.com/papi/', 'https://prices.example.com/papi', ['slash-cut']],
    ['https://prices.example.com//papi', 'https://prices.example.com/papi', ['slash-cut']],
    ['https://prices.example.com', 'https://prices.example.com/papi', ['path-added']],
    ['https://prices.example.com/', 'https://prices.example.com/papi', ['path-added']],
    ['prices.example.com', 'https://prices.example.com/papi', ['scheme-added', 'path-added']],
    ['//prices.example.com/papi', 'https://prices.example.com/papi', ['scheme-added']],
    ['prices.example.com:8443/papi', 'https://prices.example.com:8443/papi', ['scheme-added']],
    ['localhost:8443/papi', 'https://localhost:8443/papi', ['scheme-added']],
    ['https://prices.example.com/papi/token', 'https://prices.example.com/papi', ['endpoint-cut']],
    ['https://prices.example.com/papi/api/prices/', 'https://prices.example.com/papi', ['endpoint-cut']],
    [
      'https://prices.example.com/papi/api/prices/Sales?page=2#x',
      'https://prices.example.com/papi',
      ['endpoint-cut', 'query-cut'],
    ],
    [
      'https://prices.example.com/api/prices',
      'https://prices.example.com/papi',
      ['endpoint-cut', 'path-added'],
    ],
    ['https://example.com/acme/papi/token', 'https://example.com/acme/papi', ['endpoint-cut']],
    ['https://example.com/acme', 'https://example.com/acme/papi', ['path-added']],
    ['https://prices.example.com/PAPI', 'https://prices.example.com/PAPI', []],
    ['https://PRICES.example.com/papi', 'https://prices.example.com/papi', []],
    ['https://prices.example.com:443/papi', 'https://prices.example.com/papi', []],
    ['http://localhost:8080/papi', 'http://localhost:8080/papi', []],
    ['http://127.0.0.1:8080/papi', 'http://127.0.0.1:8080/papi', []],
    ['https://[::1]:8443/papi', 'https://[::1]:8443/papi', []],
    ['https://prices.localhost/papi', 'https://prices.localhost/papi', []],
    ['/papi', 'https://console.example.com/papi', []],
    ['/', 'https://console.example.com/papi', ['path-added']],
  ])('%s', (typed, address, repairs) => {
    expect(parseServiceAddress(typed, 'https://console.example.com')).toEqual({ ok: true, address, repairs });
  });
});

describe('addresses that cannot', () => {
  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['http://prices.example.com/papi', 'plain-http'],
    ['http://10.0.0.5/papi', 'plain-http'],
    ['http://localhost.example.com/papi', 'plain-http'],
    ['http://127.0.0.1.example.com/papi', 'plain-http'],
    ['http://[::1]:8080/papi', 'loopback-name'],
    ['http://prices.localhost/papi', 'loopback-name'],
    ['http://127.0.0.2/papi', 'loopback-name'],
    ['https://anna:secret@prices.example.com/papi', 'credentials-in-address'],
    ['anna@prices.example.com/papi', 'credentials-in-address'],
    ['ftp://prices.example.com/papi', 'other-scheme'],
    ['javascript://prices.example.com/%0aalert(1)', 'other-scheme'],
    ['https://', 'unreadable'],
    ['https://prices example.com', 'unreadable'],
    ['mailto:anna@example.com', 'credentials-in-address'],
    ['/papi', 'unreadable'],
  ])('%s', (typed, problem) => {
    expect(parseServiceAddress(typed, null)).toEqual({ ok: false, problem });
  });

  test('plain http stays refused for the own host', () => {
    expect(parseServiceAddress('/papi', 'http://console.example.com')).toEqual({
      ok: false,
      problem: 'plain-http',
    });
  });
});

describe('the page may connect to every address that can be used', () => {
  const allowed = (contentSecurityPolicy().match(/connect-src ([^;]*)/)?.[1] ?? '').split(' ');

  test('the policy names what the check knows', () => {
    expect(allowed).toEqual(["'self'", 'https:', 'http://localhost:*', 'http://127.0.0.1:*']);
  });

  test.each(['http://[::1]:4173', 'http://colonnade.localhost'])(
    'where the console itself is at %s, so may the service be',
    (origin) => {
      expect(parseServiceAddress('/papi', origin)).toMatchObject({ ok: true, address: `${origin}/papi` });
      expect(parseServiceAddress(`${origin}/papi`, origin)).toMatchObject({ ok: true });
      expect(parseServiceAddress(`${origin}1/papi`, origin)).toMatchObject({ ok: false });
    },
  );
});

describe('for any text', () => {
  const pasted = fc.oneof(
    fc.string(),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.webUrl().map((url) => `${url}/papi/api/prices`),
    fc.domain(),
    fc
      .tuple(
        fc.constantFrom('http://', 'https://', ''),
        fc.constantFrom('localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'a.localhost', 'localhost.a'),
        fc.constantFrom('', ':8780', '/papi', ':1/papi/api/prices?x=1'),
      )
      .map((parts) => parts.join('')),
  );

  test('never throws, and what it gives is safe to send a password to', () => {
    fc.assert(
      fc.property(pasted, (typed) => {
        const parsed = parseServiceAddress(typed, null);
        if (!parsed.ok) return;
        const url = new URL(parsed.address);
        const isReached = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
        expect(url.protocol === 'https:' || isReached).toBe(true);
        expect(parsed.address).toMatch(/\/papi$/i);
        expect([url.search, url.hash, url.username, url.password]).toEqual(['', '', '', '']);
      }),
    );
  });

  test('what was repaired needs no repair', () => {
    fc.assert(
      fc.property(pasted, (typed) => {
        const parsed = parseServiceAddress(typed, null);
        if (!parsed.ok) return;
        expect(parseServiceAddress(parsed.address, null)).toEqual({
          ok: true,
          address: parsed.address,
          repairs: [],
        });
      }),
    );
  });
});
