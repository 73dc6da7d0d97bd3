import { expect, test, vi } from 'vitest';
import { basePath } from '@/ui/config/base-path';
import { readStart } from './read-start';

/** Responds to requests for files beside the page; 503 for all others. */
function withFiles(files: Readonly<Record<string, unknown>>): typeof fetch {
  return (address) => {
    const file = typeof address === 'string' ? files[address.slice(basePath.length)] : undefined;
    const response = file === undefined ? new Response('', { status: 503 }) : Response.json(file);
    return Promise.resolve(response);
  };
}

test('a start has the configuration and what it says about the service', async () => {
  vi.stubGlobal('localStorage', undefined);
  const described = { 'config.json': { service: 'service.json' }, 'service.json': { envelope: 'none' } };
  expect(await readStart(withFiles(described))).toMatchObject({
    ok: true,
    config: { service: 'service.json' },
    dialect: { description: { envelope: 'none' } },
  });
  expect(await readStart(withFiles({ 'config.json': {} }))).toMatchObject({ ok: true, dialect: null });
});

test('the file that cannot be loaded is named', async () => {
  expect(await readStart(withFiles({ 'config.json': { service: 'service.json' } }))).toEqual({
    ok: false,
    problems: [{ file: 'service.json', key: null, kind: 'not-loaded', expected: null }],
  });
  expect(await readStart(withFiles({}))).toEqual({
    ok: false,
    problems: [{ key: null, kind: 'not-loaded', expected: null }],
  });
});
