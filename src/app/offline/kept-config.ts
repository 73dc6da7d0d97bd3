/**
 * What is kept of `config.json` for a start without the network. Not one with a secret: only the server of the installation may
 * give that, and without it nothing that is stored could be read. Usable in workers.
 */

export interface KeptConfigPorts {
  readonly caches: Pick<CacheStorage, 'has' | 'open'>;
  /** Of the console at this address. */
  readonly cacheName: string;
  readonly address: string;
  /** The installation does not want the program to be kept. */
  readonly forget: () => Promise<void>;
}

/** Keeps the configuration that the host has answered with, or lets it be. */
export async function noteConfig(
  response: Response,
  { caches, cacheName, address, forget }: KeptConfigPorts,
): Promise<void> {
  const config = await configIn(response);
  if (config === null) return;
  // Missing for the moment, as while a deployment replaces the folder, or for good: what was there serves better than nothing.
  if (config === 'missing' && (await caches.has(cacheName))) return;
  const kept = config === 'missing' ? {} : config;
  if (kept['offline'] === false) return forget();
  const cache = await caches.open(cacheName);
  if ('installationSecret' in kept) await cache.delete(address);
  else
    await cache.put(
      address,
      new Response(JSON.stringify(kept), { headers: { 'content-type': 'application/json' } }),
    );
}

/** `missing`: hosts also say so with the page itself; null: broken, or not to be had now. */
async function configIn(response: Response): Promise<Readonly<Record<string, unknown>> | 'missing' | null> {
  const isPage = response.headers.get('content-type')?.includes('text/html') === true;
  if (response.status === 404 || (response.ok && isPage)) return 'missing';
  if (!response.ok) return null;
  try {
    const config: unknown = JSON.parse(await response.text());
    return typeof config === 'object' && config !== null ? { ...config } : null;
  } catch {
    return null;
  }
}
