import { describe, expect, test, vi } from 'vitest';
import { noteConfig } from './kept-config';

const ADDRESS = 'https://console.example/config.json';

function worker() {
  const files: Record<string, string> = {};
  const stored = new Map<string, Map<string, string>>();
  const open = async (name: string) => {
    const entries = stored.get(name) ?? new Map<string, string>();
    stored.set(name, entries);
    return {
      put: async (address: string, response: Response) => void entries.set(address, await response.text()),
      delete: async (address: string) => entries.delete(address),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
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
        fetchFile: async (address) => {
          const text = files[address];
          return text === undefined ? new Response('', { status: 404 }) : new Response(text);
        },
      }),
    /** What the host has beside the configuration, by address. */
    files,
    keptFiles: () => [...(stored.get('config')?.keys() ?? [])].map((each) => each.split('/').at(-1)),
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

  test('has the file beside it that describes the service, as long as it names one', async () => {
    const { answer, files, keptFiles } = worker();
    const address = 'https://console.example/service.json';
    files[address] = '{}';
    await answer('{"service":"service.json"}');
    expect(keptFiles()).toEqual(['config.json', 'service.json']);
    delete files[address];
    await answer('{"service":"service.json"}');
    expect(keptFiles()).toEqual(['config.json', 'service.json']);
    await answer('{"service":{"envelope":"none"}}');
    expect(keptFiles()).toEqual(['config.json']);
  });

  test('has no such file with a secret', async () => {
    const { answer, files, keptFiles } = worker();
    files['https://console.example/service.json'] = '{}';
    await answer('{"service":"service.json"}');
    await answer('{"service":"service.json","installationSecret":"…"}');
    expect(keptFiles()).toEqual([]);
  });

  test('goes with the program where the installation wants neither', async () => {
    const { answer, forget } = worker();
    await answer('{"offline":false}');
    expect(forget).toHaveBeenCalledOnce();
  });
});
