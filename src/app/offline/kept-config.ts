/** Keeps `config.json` for offline starts, unless it contains a secret, which must not be stored. This code also runs in workers. */

export interface KeptConfigPorts {
  readonly caches: Pick<CacheStorage, 'has' | 'open'>;
  /** The name of the cache, which contains the address at which the console is served. */
  readonly cacheName: string;
  readonly address: string;
  /** Called if the configuration says that the program must not be kept in the browser. */
  readonly forget: () => Promise<void>;
}

/** Keeps the configuration from a response of the host, if the response contains a valid one. */
export async function noteConfig(
  response: Response,
  { caches, cacheName, address, forget }: KeptConfigPorts,
): Promise<void> {
  const config = await configIn(response);
  if (config === null) return;
  // Keeps an earlier file. The new one may be missing only while a deployment replaces the folder.
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

/** Returns `missing` if the host has no file or responds with the page instead, and null if the file is invalid or not available now. */
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
