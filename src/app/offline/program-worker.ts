import { cacheNames, setCacheNameDetails } from 'workbox-core';
import { addPlugins, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CONFIG_CACHE, PROGRAM_CACHE } from './kept-program';

/**
 * The service worker: keeps the program of one version in this browser, and nothing else. Built by
 * `scripts/build-service-worker.mjs` into `sw.js`; docs/decisions/offline.md.
 */

declare const self: ServiceWorkerGlobalScope;

/** What the build has in it, by addresses beside this script. */
const { files, page, pageScript, screens } = import.meta.env.PROGRAM;

/** How long the network may take before what is kept stands in for it. */
const PATIENCE_MS = 4_000;

const { scope } = self.registration;
const ASSETS = new URL('assets/', scope).href;
const CONFIG = new URL('config.json', scope).href;
const SCREEN = new RegExp(`^/${screens}`);

setCacheNameDetails(PROGRAM_CACHE);
addPlugins([
  {
    // While a deployment is under way, the page may be of another version than its files. The next check tries again.
    cacheWillUpdate: async ({ request, response }) => {
      if (response.status !== 200) return null;
      const isOurs =
        !request.url.endsWith(`/${page}`) || (await response.clone().text()).includes(pageScript);
      return isOurs ? response : null;
    },
  },
]);
precache([...files]);

self.addEventListener('install', (event) => {
  passOthersBy(event);
  event.waitUntil(keepConfig());
});

// A later version waits until no page of this one is open: what such a page has not loaded yet stays here for it.
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

// Another version may be deployed: the network is asked first, as without a worker, and Reload brings what it has.
registerRoute(
  ({ request, url }) =>
    request.mode === 'navigate' && SCREEN.test(`/${url.href.slice(scope.length).split(/[?#]/)[0]}`),
  ({ request }) => networkFirst(fetch(request), () => matchPrecache(page)),
);

// A hashed name changes with its content. All versions that are kept are looked through: a page may be of a later one, too.
registerRoute(
  ({ url }) => url.href.startsWith(ASSETS),
  async ({ request }) =>
    (await caches.match(request.url, { cacheName: cacheNames.precache, ignoreVary: true })) ?? fetch(request),
);

registerRoute(
  ({ url }) => url.href === CONFIG,
  ({ request, event }) => {
    const response = fetch(request);
    event.waitUntil(response.then((each) => noteConfig(each.clone())).catch(() => undefined));
    return networkFirst(response, async () => caches.match(CONFIG, { cacheName: configCache() }));
  },
);

// The rest of what stands beside the page, which is its icon and the guide: when there is no network.
registerRoute(
  ({ url }) => !url.href.startsWith(ASSETS) && getCacheKeyForURL(url.href) !== undefined,
  ({ request }) => networkFirst(fetch(request), () => matchPrecache(request)),
);

/** The response of the network, or what is kept where there is none in time. */
async function networkFirst(
  response: Promise<Response>,
  readKept: () => Promise<Response | undefined>,
): Promise<Response> {
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, PATIENCE_MS, null);
  });
  return (await Promise.race([response.catch(() => null), late])) ?? (await readKept()) ?? response;
}

function configCache(): string {
  return `${CONFIG_CACHE}-${scope}`;
}

/** Keeps the configuration of now. The page has read it before there was a worker. */
async function keepConfig(): Promise<void> {
  await noteConfig(await fetch(CONFIG, { cache: 'no-cache' }));
}

/**
 * Keeps a configuration for a start without the network. Not one with a secret: only the server of the installation may
 * give that, and without it nothing that is stored could be read.
 */
async function noteConfig(response: Response): Promise<void> {
  const config = await configIn(response);
  if (config === null) return;
  if (config['offline'] === false) return forget();
  const cache = await caches.open(configCache());
  if ('installationSecret' in config) await cache.delete(CONFIG);
  else
    await cache.put(
      CONFIG,
      new Response(JSON.stringify(config), { headers: { 'content-type': 'application/json' } }),
    );
}

/** Empty where there is none, which hosts also say with the page itself; null: broken, or not to be had now. */
async function configIn(response: Response): Promise<Readonly<Record<string, unknown>> | null> {
  const isPage = response.headers.get('content-type')?.includes('text/html') === true;
  if (response.status === 404 || (response.ok && isPage)) return {};
  if (!response.ok) return null;
  try {
    const config: unknown = JSON.parse(await response.text());
    return typeof config === 'object' && config !== null ? { ...config } : null;
  } catch {
    return null;
  }
}

/** The installation does not want the program to be kept. */
async function forget(): Promise<void> {
  await self.registration.unregister();
  await Promise.all([caches.delete(cacheNames.precache), caches.delete(configCache())]);
}

/** Has the browser send all other requests without asking this worker, where it can: those to the service above all. */
function passOthersBy(event: ExtendableEvent): void {
  const { addRoutes } = event as Partial<StaticRouting>;
  const ours = [
    { requestMode: 'navigate' },
    ...[`${ASSETS}*`, CONFIG, `${scope}:file.:ending`, `${scope}guide/*`].map((urlPattern) => ({
      urlPattern,
    })),
  ];
  void addRoutes?.call(event, { condition: { not: { or: ours } }, source: 'network' }).catch(() => undefined);
}

/** Not in every browser, nor in the types yet. */
interface StaticRouting {
  readonly addRoutes: (rule: { readonly condition: object; readonly source: 'network' }) => Promise<void>;
}
