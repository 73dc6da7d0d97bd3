import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keptFile, networkFirst, wholePage } from './kept-files';

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

describe('a kept page', () => {
  const BUILT = '<meta content="x"><script src="./assets/main.js"></script>';
  const integrity = `sha256-${createHash('sha256').update(BUILT).digest('base64')}`;
  const placedAt = (basePath: string) => BUILT.replaceAll('="./', `="${basePath}`);
  const headers = { Refresh: '0; url=https://elsewhere.example/' };

  test.each(['/', '/tools/prices/'])('is used as the build wrote it, moved to %s', async (basePath) => {
    const kept = new Response(placedAt(basePath), { headers });
    const page = await wholePage(kept, { integrity, basePath });
    expect(await page?.text()).toBe(placedAt(basePath));
    // A hostile script may have changed only the headers of the stored response, so they are not used.
    expect(page?.headers.has('Refresh')).toBe(false);
    expect(page?.headers.get('Content-Type')).toContain('text/html');
  });

  test.each([
    placedAt('/').replace('<meta content="x">', ''),
    `${placedAt('/')}<script src="data:,steal()"></script>`,
    placedAt('/elsewhere/'),
    '',
  ])('is none where it has become %j', async (text) => {
    expect(await wholePage(new Response(text), { integrity, basePath: '/' })).toBeNull();
  });
});

describe('what the network has comes before what is kept', () => {
  const textOf = async (network: Promise<Response>, kept: Response | null, patienceMs = 60_000) =>
    (await networkFirst(network, async () => kept, patienceMs)).text();
  const answer = async (status: number) => new Response('network', { status });
  const refused = async () => {
    throw new TypeError('Failed to fetch');
  };
  const kept = () => new Response('kept');

  test.each([200, 404, 500])('with status %i', async (status) => {
    expect(await textOf(answer(status), kept())).toBe('network');
  });

  test.each([502, 503, 504])('but not a gateway that has not reached it: %i', async (status) => {
    expect(await textOf(answer(status), kept())).toBe('kept');
    expect(await textOf(answer(status), null)).toBe('network');
  });

  test('but not where it fails, or is late', async () => {
    expect(await textOf(refused(), kept())).toBe('kept');
    await expect(textOf(refused(), null)).rejects.toThrow('Failed to fetch');
    expect(await textOf(new Promise(() => undefined), kept(), 0)).toBe('kept');
  });
});
