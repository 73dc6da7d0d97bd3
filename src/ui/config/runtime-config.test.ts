import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '@/lib/base/languages';
import { createFakeStorage } from '@/test/fake-storage';
import { createSeenConfig } from './seen-config';
import { DEFAULT_CONFIG, loadRuntimeConfig, parseRuntimeConfig } from './runtime-config';

describe('parseRuntimeConfig', () => {
  test('fills every key that is absent', () => {
    expect(parseRuntimeConfig('{"demo": true}')).toEqual({
      ok: true,
      unknownKeys: [],
      config: {
        version: 1,
        demo: true,
        serviceAddressFixed: false,
        clientId: 'colonnade',
        title: 'Colonnade',
        analysis: true,
        keptCopies: 'allowed',
        sessionMaxHours: 120,
        custody: 'page',
        traceRequests: 'sameOrigin',
        offline: true,
      },
    });
  });

  test.each([
    ['demo', '{"demo": "yes"}'],
    ['version', '{"version": "1"}'],
    ['version', '{"version": 0}'],
    ['serviceAddress', '{"serviceAddress": "prices"}'],
    ['language', '{"language": "xx"}'],
    ['formats', '{"formats": "not a locale"}'],
    ['clientId', '{"clientId": ""}'],
    ['idleLockMinutes', '{"idleLockMinutes": 0}'],
    ['analysis', '{"analysis": "no"}'],
    ['service', '{"service": 7}'],
    ['service', '{"service": ["service.json"]}'],
    ['service', '{"service": "https://elsewhere.example/service.json"}'],
    ['service', '{"service": "../service.json"}'],
    ['keptCopies', '{"keptCopies": true}'],
    ['sessionMaxHours', '{"sessionMaxHours": -1}'],
    ['custody', '{"custody": "cookie"}'],
    ['upstreamAddress', '{"upstreamAddress": "prices"}'],
    ['traceRequests', '{"traceRequests": true}'],
    ['offline', '{"offline": "no"}'],
    ['installationSecret', '{"installationSecret": "short"}'],
    ['reportTo', '{"reportTo": "http://reports.example.com/console"}'],
    ['reportTo', '{"reportTo": "//reports.example.com"}'],
    ['reportTo', '{"reportTo": "reports"}'],
    ['reportTo', '{"reportTo": "https://[/"}'],
  ])('names the key %s that is wrong, and what would be right', (key, text) => {
    expect(parseRuntimeConfig(text)).toEqual({
      ok: false,
      problems: [{ key, kind: 'wrong-value', expected: expect.any(String) }],
    });
  });

  test.each(['https://reports.example.com/console', 'http://localhost:8080/in', '/reports', '/'])(
    'error reports may go to %s',
    (reportTo) => {
      expect(parseRuntimeConfig(JSON.stringify({ reportTo }))).toMatchObject({
        ok: true,
        config: { reportTo },
      });
    },
  );

  test.each(['service.json', { version: 1, colour: 'red' }])(
    'hands on a description unread: %j',
    (service) => {
      expect(parseRuntimeConfig(JSON.stringify({ service }))).toMatchObject({
        ok: true,
        config: { service },
      });
    },
  );

  test('a key that is not known is named and has no effect', () => {
    expect(parseRuntimeConfig('{"serviceAdress": "https://a.example/papi", "toString": 1}')).toEqual({
      ok: true,
      config: DEFAULT_CONFIG,
      unknownKeys: ['serviceAdress', 'toString'],
    });
  });

  test('a wrong value is a problem beside keys that are not known', () => {
    expect(parseRuntimeConfig('{"demo": "yes", "colour": "red"}')).toEqual({
      ok: false,
      problems: [{ key: 'demo', kind: 'wrong-value', expected: 'true | false' }],
    });
  });

  test.each([
    'https://elsewhere.example/team.json',
    '//elsewhere.example/team.json',
    '/team.json',
    '../team.json',
    'a/../../team.json',
    'team.json?x=1',
  ])('%s is no file beside the configuration', (teamViews) => {
    expect(parseRuntimeConfig(JSON.stringify({ teamViews }))).toEqual({
      ok: false,
      problems: [{ key: 'teamViews', kind: 'wrong-value', expected: '"team.json"' }],
    });
  });

  test.each(['{"version": 1}', '{"$schema": "./config.schema.json"}'])('%s changes nothing', (text) => {
    expect(parseRuntimeConfig(text)).toMatchObject({ ok: true, config: DEFAULT_CONFIG, unknownKeys: [] });
  });

  test('a file of a newer format is told apart from a broken one', () => {
    expect(parseRuntimeConfig('{"version": 2, "demo": { "rows": 7 }}')).toEqual({
      ok: false,
      problems: [{ key: 'version', kind: 'newer-version', expected: '1' }],
    });
  });

  test('reports a file that is no JSON', () => {
    expect(parseRuntimeConfig('{demo: true}')).toMatchObject({ ok: false, problems: [{ kind: 'not-json' }] });
  });
});

test('the README names every language', () => {
  const row = readFileSync('README.md', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('| `language` |'));
  for (const language of LANGUAGES) expect(row).toContain(`\`${language}\``);
});

describe('loadRuntimeConfig', () => {
  const respondingWith = (body: string, init: ResponseInit) => () =>
    Promise.resolve(new Response(body, init));

  test.each([
    ['404', respondingWith('', { status: 404 })],
    ['the page itself', respondingWith('<!doctype html>', { headers: { 'content-type': 'text/html' } })],
  ])('takes %s for a missing file', async (_, fetchFile) => {
    expect(await loadRuntimeConfig(fetchFile)).toEqual({ ok: true, config: DEFAULT_CONFIG, unknownKeys: [] });
  });

  test('a file that was there and is missing is waited for, and given up after a while', async () => {
    const seen = createSeenConfig(createFakeStorage());
    const missing = respondingWith('', { status: 404 });
    const notLoaded = { ok: false, problems: [{ kind: 'not-loaded' }] };
    expect((await loadRuntimeConfig(respondingWith('{"title":"Ours"}', {}), { seen, nowMs: 0 })).ok).toBe(
      true,
    );
    expect(await loadRuntimeConfig(missing, { seen, nowMs: 1_000 })).toMatchObject(notLoaded);
    expect(await loadRuntimeConfig(missing, { seen, nowMs: 60_000 })).toMatchObject(notLoaded);
    // The deployment has finished, so the file exists again.
    expect((await loadRuntimeConfig(respondingWith('{}', {}), { seen, nowMs: 61_000 })).ok).toBe(true);
    expect(await loadRuntimeConfig(missing, { seen, nowMs: 200_000 })).toMatchObject(notLoaded);
    expect(await loadRuntimeConfig(missing, { seen, nowMs: 400_000 })).toMatchObject({
      config: DEFAULT_CONFIG,
    });
    // After that time, the installation counts as one without a file.
    expect(await loadRuntimeConfig(missing, { seen, nowMs: 401_000 })).toMatchObject({
      config: DEFAULT_CONFIG,
    });
  });

  test('a host that fails is not a missing file', async () => {
    expect(await loadRuntimeConfig(respondingWith('', { status: 500 }))).toMatchObject({
      ok: false,
      problems: [{ kind: 'not-loaded' }],
    });
  });
});
