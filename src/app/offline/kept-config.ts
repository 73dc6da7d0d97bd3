/** Keeps `config.json` for offline starts, unless it has a secret: only the installation may give that. For workers, too. */

export interface KeptConfigPorts {
  readonly caches: Pick<CacheStorage, 'has' | 'open'>;
  /** The cache of the console at this address. */
  readonly cacheName: string;
  readonly address: string;
  /** Called if the installation does not want the program to be kept. */
  readonly forget: () => Promise<void>;
}

/** Keeps the configuration in the host's response, if the response has a usable one. */
export async function noteConfig(
  response: Response,
  { caches, cacheName, address, forget }: KeptConfigPorts,
): Promise<void> {
  const config = await configIn(response);
  if (config === null) return;
  // The file may be missing only while a deployment replaces the folder; in any case the kept one is better than none.
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

/** Returns `missing` also for hosts that respond with the page instead; null if the file is invalid or cannot be loaded now. */
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
