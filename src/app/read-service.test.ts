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
    expect(await readService(DESCRIPTION, fetchFile)).toMatchObject({
      ok: true,
      dialect: { description: DESCRIPTION },
    });
    expect(await readService({}, fetchFile)).toEqual({ ok: true, dialect: null });
    expect(fetchFile).not.toHaveBeenCalled();
  });

  test('that is wrong is named as keys of the configuration', async () => {
    expect(await readService({ extraction: { size: 7 }, colour: 1 })).toMatchObject({
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
    expect(await readService('service.json', fetchFile)).toMatchObject({
      ok: true,
      dialect: { description: DESCRIPTION },
    });
    expect(fetchFile).toHaveBeenCalledExactlyOnceWith(
      `${basePath}service.json`,
      expect.objectContaining({ cache: 'no-cache' }),
    );
  });

  test('that is wrong is named with its keys', async () => {
    const fetchFile = respondingWith('{"extraction":{"total":null}}');
    expect(await readService('service.json', fetchFile)).toEqual({
      ok: false,
      problems: [{ key: 'service.json: extraction.total', kind: 'not-yet', expected: '"totalRecords"' }],
    });
  });

  test.each<[what: string, fetchFile: typeof fetch, kind: string]>([
    ['is not there', respondingWith('', { status: 404 }), 'no-file'],
    ['is forbidden', respondingWith('', { status: 403 }), 'no-file'],
    [
      'is the page itself',
      respondingWith('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
      'no-file',
    ],
    ['is no JSON', respondingWith('{'), 'not-json'],
    ['cannot be loaded', respondingWith('', { status: 503 }), 'not-loaded'],
    ['cannot be reached', () => Promise.reject(new TypeError('no network')), 'not-loaded'],
  ])('that %s', async (_, fetchFile, kind) => {
    expect(await readService('service.json', fetchFile)).toEqual({
      ok: false,
      problems: [{ key: 'service.json', kind, expected: null }],
    });
  });
});
