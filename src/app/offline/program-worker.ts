import { cacheNames, setCacheNameDetails } from 'workbox-core';
import { addPlugins, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { noteConfig } from './kept-config';
import { keptFile } from './kept-files';
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
/** Of the files of this version whose names change with their content. */
const INTEGRITIES: ReadonlyMap<string, string> = new Map(
  files.flatMap(({ url, integrity }) =>
    integrity === undefined ? [] : [[new URL(url, scope).href, integrity]],
  ),
);
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
  ({ request }) => networkFirst(fetch(request), readKeptPage),
);

// A hashed name changes with its content. All versions that are kept are looked through: a page may be of a later one, too.
registerRoute(
  ({ url }) => url.href.startsWith(ASSETS),
  ({ request }) =>
    keptFile(
      { address: request.url, integrity: INTEGRITIES.get(request.url) ?? null },
      {
        readKept: (address) => caches.match(address, { cacheName: cacheNames.precache, ignoreVary: true }),
        keep: async (address, response) => (await caches.open(cacheNames.precache)).put(address, response),
        fetchFile: () => fetch(request),
      },
    ),
);

registerRoute(
  ({ url }) => url.href === CONFIG,
  ({ request, event }) => {
    const response = fetch(request);
    event.waitUntil(response.then((each) => note(each.clone())).catch(() => undefined));
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

/** Undefined where nothing of this version's page is left in it: a blank page would tell nobody that there is no network. */
async function readKeptPage(): Promise<Response | undefined> {
  const kept = await matchPrecache(page);
  return (await kept?.clone().text())?.includes(pageScript) === true ? kept : undefined;
}

/** Keeps the configuration of now. The page has read it before there was a worker. */
async function keepConfig(): Promise<void> {
  await note(await fetch(CONFIG, { cache: 'no-cache' }));
}

function note(response: Response): Promise<void> {
  return noteConfig(response, { caches, cacheName: configCache(), address: CONFIG, forget });
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
