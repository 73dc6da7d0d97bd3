/** Keeps `config.json`, and the description that it names, for offline starts, unless it has a secret: only the installation may give that. For workers, too. */

export interface KeptConfigPorts {
  readonly caches: Pick<CacheStorage, 'has' | 'open'>;
  /** The name of the cache, which contains the address at which the console is served. */
  readonly cacheName: string;
  readonly address: string;
  readonly fetchFile: (address: string) => Promise<Response>;
  /** Called if the configuration says that the program must not be kept in the browser. */
  readonly forget: () => Promise<void>;
}

/** Keeps the configuration from a response of the host, if the response contains a valid one. */
export async function noteConfig(
  response: Response,
  { caches, cacheName, address, fetchFile, forget }: KeptConfigPorts,
): Promise<void> {
  const config = await configIn(response);
  if (config === null) return;
  // Keeps an earlier file. The new one may be missing only while a deployment replaces the folder.
  if (config === 'missing' && (await caches.has(cacheName))) return;
  const kept = config === 'missing' ? {} : config;
  if (kept['offline'] === false) return forget();
  const cache = await caches.open(cacheName);
  const { service } = kept;
  const description = typeof service === 'string' ? new URL(service, address).href : null;
  const wanted = 'installationSecret' in kept ? [] : [address, description];
  for (const { url } of await cache.keys()) if (!wanted.includes(url)) await cache.delete(url);
  if (wanted.length === 0) return;
  await cache.put(address, jsonResponse(JSON.stringify(kept)));
  if (description === null) return;
  const text = await jsonTextIn(await fetchFile(description).catch(() => null));
  // As with the configuration itself, the kept file is better than none.
  if (text !== null) await cache.put(description, jsonResponse(text));
}

function jsonResponse(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/json' } });
}

/** Returns null if there is no JSON: some hosts respond with the page instead of a missing file. */
async function jsonTextIn(response: Response | null): Promise<string | null> {
  if (response?.ok !== true) return null;
  try {
    const text = await response.text();
    JSON.parse(text);
    return text;
  } catch {
    return null;
  }
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
