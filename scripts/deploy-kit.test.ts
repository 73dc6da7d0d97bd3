import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from '../server/content-security-policy.mjs';
import { deployFiles, EXAMPLE } from './deploy-kit.mjs';
import {
  addressBelow,
  PASSED_REQUEST_HEADERS,
  PASSED_RESPONSE_HEADERS,
  REFUSED_ADDRESSES,
} from '../server/passed-messages.mjs';
import { SECURITY_HEADERS } from '../server/static-files.mjs';

/** A file for the example, or for what differs from it. */
function fileFor(name: string, differences: Partial<typeof EXAMPLE> = {}): string {
  return deployFiles({ ...EXAMPLE, ...differences })[name] ?? '';
}

describe.each(['nginx.conf', 'Caddyfile', 'static-host/_headers'])('%s', (name) => {
  test('has every security header of our own server', () => {
    const text = fileFor(name).toLowerCase();
    for (const [header, value] of Object.entries(SECURITY_HEADERS)) {
      expect(text).toContain(header);
      expect(text).toContain(value);
    }
  });

  test('has no other path in it where the console is served below one', () => {
    const text = fileFor(name, { basePath: '/tools/prices/', service: 'https://prices.example.com/own' });
    expect(text).toContain('/tools/prices/assets/');
    expect(text.replaceAll('/tools/prices/', '<base>')).not.toMatch(/[\s^"]\/(?:assets|config|index|papi)\b/);
  });
});

test.each(['nginx.conf', 'Caddyfile', 'static-host/_headers'])(
  '%s never lets what says how the server is be kept',
  (name) => {
    const text = fileFor(name, { basePath: '/tools/' }).replaceAll('\\', '');
    for (const file of ['config.json', 'version.json', 'healthz']) expect(text).toContain(file);
    expect(text.match(/no-store/g)?.length).toBeGreaterThan(1);
  },
);

test('a server that passes the service through lets the page reach its own origin alone', () => {
  const policy = contentSecurityPolicy({ asHeader: true, isServiceTyped: false });
  expect(policy).toContain("connect-src 'self';");
  for (const name of ['nginx.conf', 'Caddyfile']) expect(fileFor(name)).toContain(policy);
  expect(JSON.parse(fileFor('config.json'))).toEqual({
    serviceAddress: 'https://colonnade.example.com/papi',
    serviceAddressFixed: true,
  });
});

test.each([
  ['nginx.conf', 'config.json'],
  ['Caddyfile', 'config.json'],
  ['static-host/_headers', 'static-host/config.json'],
])('%s lets it reach where reports go, which %s names', (name, settings) => {
  const reportTo = 'https://reports.example.com/console';
  expect(fileFor(name)).not.toContain('https://reports.example.com');
  expect(fileFor(name, { reportTo })).toMatch(/connect-src 'self'[^;]* https:\/\/reports\.example\.com;/);
  expect(JSON.parse(fileFor(settings, { reportTo }))).toMatchObject({ reportTo });
});

test('a static host lets it reach the service, too', () => {
  expect(fileFor('static-host/_headers')).toContain("connect-src 'self' https://prices.example.com;");
  expect(JSON.parse(fileFor('static-host/config.json'))).toMatchObject({ serviceAddress: EXAMPLE.service });
});

test('what passes of the service is a list in both servers', () => {
  const script = fileFor('nginx-passed-headers.js');
  const listed = /include (.+)/.exec(fileFor('Caddyfile'))?.[1]?.toLowerCase().split(' ');
  expect(listed).toEqual([...PASSED_RESPONSE_HEADERS]);
  for (const name of PASSED_RESPONSE_HEADERS) expect(script).toContain(`'${name}'`);
});

test('what passes of a request is a list in both servers', () => {
  const ofNginx = [...fileFor('nginx.conf').matchAll(/proxy_set_header (\S+) \$http/g)];
  const ofCaddy = [...fileFor('Caddyfile').matchAll(/request_header @\S+ (\S+)/g)];
  for (const named of [ofNginx, ofCaddy])
    expect(named.map(([, name]) => name?.toLowerCase())).toEqual(PASSED_REQUEST_HEADERS);
});

describe('addresses', () => {
  const refused = new RegExp(REFUSED_ADDRESSES, 'i');
  const piece = fc.constantFrom(
    '/',
    '%2f',
    '%252F',
    '%5C',
    '\\',
    '.',
    '%2e',
    '%252E',
    '%c0%ae',
    ';',
    '%3b',
    '?',
    '#',
    'a',
    '%00',
  );

  test('both let names of columns through, as our server does', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
        const address = `/${names.map((name) => encodeURIComponent(name)).join('/')}?x=..`;
        fc.pre(addressBelow(address, '') !== undefined && !/%(25)*(2e|00|c[01])/i.test(address));
        expect(address).not.toMatch(refused);
      }),
    );
  });

  test('what our server refuses, both refuse', () => {
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const address = `/${pieces.join('')}`;
        if (addressBelow(address, '') === undefined) expect(address).toMatch(refused);
      }),
    );
  });
});

test('plain HTTP is for servers that something stands before', () => {
  expect(fileFor('nginx.conf')).not.toMatch(/listen (?!443 ssl|\[::\]:443 ssl|80;|\[::\]:80;)/);
  expect(fileFor('nginx.conf', { listen: ':8080' })).toMatch(/listen 8080;(?![^]*ssl_certificate)/);
  expect(fileFor('Caddyfile', { listen: '127.0.0.1:8080' })).toContain('http://:8080 {\n\tbind 127.0.0.1\n');
});
