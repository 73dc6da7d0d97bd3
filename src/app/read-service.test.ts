import { describe, expect, test, vi } from 'vitest';
import { basePath } from '@/ui/config/base-path';
import { readService } from './read-service';

const DESCRIPTION = { extraction: { size: { name: 'limit' } } };

function respondingWith(body: string, init: ResponseInit = {}) {
  return vi.fn<typeof fetch>(() => Promise.resolve(new Response(body, init)));
}

describe('a description in the configuration', () => {
  test('is read without a request', async () => {
    const fetchFile = respondingWith('');
    expect(await readService({ service: DESCRIPTION, custody: 'page' }, fetchFile)).toMatchObject({
      ok: true,
      dialect: { description: DESCRIPTION },
    });
    expect(await readService({ service: {}, custody: 'page' }, fetchFile)).toEqual({
      ok: true,
      dialect: null,
    });
    expect(fetchFile).not.toHaveBeenCalled();
  });

  test('that is wrong is named as keys of the configuration', async () => {
    expect(
      await readService({ service: { extraction: { size: 7 }, colour: 1 }, custody: 'page' }),
    ).toMatchObject({
      ok: false,
      problems: [
        { key: 'service.extraction.size', kind: 'wrong-value' },
        { key: 'service.colour', kind: 'unknown-key' },
      ],
    });
  });
});

describe('a file beside the configuration', () => {
  test('is fetched from the folder of the console, and not from a cache', async () => {
    const fetchFile = respondingWith(JSON.stringify(DESCRIPTION));
    expect(await readService({ service: 'service.json', custody: 'page' }, fetchFile)).toMatchObject({
      ok: true,
      dialect: { description: DESCRIPTION },
    });
    expect(fetchFile).toHaveBeenCalledExactlyOnceWith(
      `${basePath}service.json`,
      expect.objectContaining({ cache: 'no-cache' }),
    );
  });

  test('that is wrong is named with its keys', async () => {
    const fetchFile = respondingWith('{"extraction":{"method":"GET"}}');
    expect(await readService({ service: 'service.json', custody: 'page' }, fetchFile)).toEqual({
      ok: false,
      problems: [
        {
          file: 'service.json',
          key: 'extraction.method',
          kind: 'not-yet',
          expected: expect.stringContaining('"POST"'),
        },
      ],
    });
  });

  test.each<[what: string, fetchFile: typeof fetch, kind: string]>([
    ['is not there', respondingWith('', { status: 404 }), 'no-file'],
    ['is forbidden', respondingWith('', { status: 403 }), 'refused-file'],
    ['needs a sign-in', respondingWith('', { status: 401 }), 'refused-file'],
    [
      'is the page itself',
      respondingWith('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
      'no-file',
    ],
  ])('that %s is a problem of the key that names it', async (_, fetchFile, kind) => {
    expect(await readService({ service: 'service.json', custody: 'page' }, fetchFile)).toEqual({
      ok: false,
      problems: [{ key: 'service', kind, expected: 'service.json' }],
    });
  });

  test.each<[what: string, fetchFile: typeof fetch, kind: string]>([
    ['is no JSON', respondingWith('{'), 'not-json'],
    ['cannot be loaded', respondingWith('', { status: 503 }), 'not-loaded'],
    ['comes too slowly', respondingWith('', { status: 408 }), 'not-loaded'],
    ['is asked for too often', respondingWith('', { status: 429 }), 'not-loaded'],
    ['cannot be reached', () => Promise.reject(new TypeError('no network')), 'not-loaded'],
  ])('that %s', async (_, fetchFile, kind) => {
    expect(await readService({ service: 'service.json', custody: 'page' }, fetchFile)).toEqual({
      ok: false,
      problems: [{ file: 'service.json', key: null, kind, expected: null }],
    });
  });
});

describe('addresses that a server which keeps sign-ins does not pass on', () => {
  const elsewhere = {
    priceColumns: { path: '/v2/prices' },
    extraction: { path: '/apis/{priceColumn}' },
    events: { path: '/events' },
  };

  test('are problems of their keys', async () => {
    expect(await readService({ service: elsewhere, custody: 'server' })).toEqual({
      ok: false,
      problems: [
        { key: 'service.priceColumns.path', kind: 'not-below-api', expected: '"/api/prices"' },
        { key: 'service.extraction.path', kind: 'not-below-api', expected: '"/api/prices/{priceColumn}"' },
        { key: 'service.events.path', kind: 'not-below-api', expected: '"/api/events"' },
      ],
    });
    const ofFile = await readService(
      { service: 'service.json', custody: 'server' },
      respondingWith(JSON.stringify(elsewhere)),
    );
    expect(ofFile).toMatchObject({ problems: [{ file: 'service.json', key: 'priceColumns.path' }, {}, {}] });
  });

  test('are right without such a server, and below /api/', async () => {
    expect(await readService({ service: elsewhere, custody: 'page' })).toMatchObject({ ok: true });
    const below = {
      ...elsewhere,
      events: { path: null },
      priceColumns: {},
      extraction: { path: '/api/{priceColumn}' },
    };
    expect(await readService({ service: below, custody: 'server' })).toMatchObject({ ok: true });
  });
});
