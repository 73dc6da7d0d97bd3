import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keptFile } from './kept-files';

const ADDRESS = 'https://console.example/assets/main-1a2b.js';
const CONTENT = 'start();';
const INTEGRITY = `sha256-${createHash('sha256').update(CONTENT).digest('base64')}`;

function browser({ kept, online }: { kept?: string; online?: string | null }) {
  const cache = new Map(kept === undefined ? [] : [[ADDRESS, kept]]);
  let fetches = 0;
  return {
    cache,
    fetches: () => fetches,
    load: async (integrity: string | null = INTEGRITY) => {
      const response = await keptFile(
        { address: ADDRESS, integrity },
        {
          readKept: async (address) => {
            const text = cache.get(address);
            return text === undefined ? undefined : new Response(text);
          },
          keep: async (address, each) => void cache.set(address, await each.text()),
          fetchFile: async () => {
            fetches += 1;
            if (online == null) throw new TypeError('Failed to fetch');
            return new Response(online, { status: online === 'gone' ? 404 : 200 });
          },
        },
      );
      return response.type === 'error' ? null : await response.text();
    },
  };
}

describe('a kept file of the program', () => {
  test('is used as long as it is what the build wrote', async () => {
    const { load, fetches } = browser({ kept: CONTENT });
    expect(await load()).toBe(CONTENT);
    expect(fetches()).toBe(0);
  });

  test.each(['', 'start()', 'start();\0', 'steal();'])(
    'is fetched again, and kept, where it has become %j',
    async (kept) => {
      const { load, cache, fetches } = browser({ kept, online: CONTENT });
      expect(await load()).toBe(CONTENT);
      expect(cache.get(ADDRESS)).toBe(CONTENT);
      expect(await load()).toBe(CONTENT);
      expect(fetches()).toBe(1);
    },
  );

  test('that is damaged is never used without the network either', async () => {
    await expect(browser({ kept: 'steal();', online: null }).load()).rejects.toThrow('Failed to fetch');
  });

  test('is not replaced by what another version has at its address', async () => {
    const { load, cache } = browser({ kept: 'steal();', online: 'other();' });
    expect(await load()).toBe('other();');
    expect(cache.get(ADDRESS)).toBe('steal();');
  });

  test('of another version comes from the host while that has it', async () => {
    expect(await browser({ kept: 'old', online: 'other();' }).load(null)).toBe('other();');
    expect(await browser({ kept: 'old', online: 'gone' }).load(null)).toBe('old');
    expect(await browser({ kept: 'old', online: null }).load(null)).toBe('old');
    expect(await browser({ online: null }).load(null)).toBeNull();
  });
});
