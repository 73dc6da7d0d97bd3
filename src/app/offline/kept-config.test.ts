import { describe, expect, test, vi } from 'vitest';
import { noteConfig } from './kept-config';

const ADDRESS = 'https://console.example/config.json';

function worker() {
  const stored = new Map<string, Map<string, string>>();
  const open = async (name: string) => {
    const entries = stored.get(name) ?? new Map<string, string>();
    stored.set(name, entries);
    return {
      put: async (address: string, response: Response) => void entries.set(address, await response.text()),
      delete: async (address: string) => entries.delete(address),
    } as unknown as Cache;
  };
  const forget = vi.fn(() => Promise.resolve());
  return {
    forget,
    kept: () => stored.get('config')?.get(ADDRESS) ?? null,
    answer: (body: string, init: ResponseInit = {}) =>
      noteConfig(new Response(body, init), {
        caches: { open, has: async (name) => stored.has(name) },
        cacheName: 'config',
        address: ADDRESS,
        forget,
      }),
  };
}

const HTML = { headers: { 'content-type': 'text/html' } };

describe('the configuration that is kept for a start without the network', () => {
  test('is the last that there was', async () => {
    const { answer, kept } = worker();
    await answer('{"title":"A"}');
    await answer('{"title":"B"}');
    expect(kept()).toBe('{"title":"B"}');
  });

  test.each([
    ['is missing', '', { status: 404 }],
    ['is the page itself', '<!doctype html>', HTML],
    ['cannot be had', '', { status: 503 }],
    ['is broken', '{title', {}],
  ])('stays while the file %s', async (_, body, init) => {
    const { answer, kept } = worker();
    await answer('{"title":"A"}');
    await answer(body, init);
    expect(kept()).toBe('{"title":"A"}');
  });

  test('is the defaults where the installation never had a file', async () => {
    const { answer, kept } = worker();
    await answer('', { status: 404 });
    expect(kept()).toBe('{}');
  });

  test('is nothing with a secret, also while the file is missing', async () => {
    const { answer, kept } = worker();
    await answer('{"title":"A"}');
    await answer('{"installationSecret":"…"}');
    expect(kept()).toBeNull();
    await answer('', { status: 404 });
    expect(kept()).toBeNull();
  });

  test('goes with the program where the installation wants neither', async () => {
    const { answer, forget } = worker();
    await answer('{"offline":false}');
    expect(forget).toHaveBeenCalledOnce();
  });
});
