import { cacheNames, setCacheNameDetails } from 'workbox-core';
import { addPlugins, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { noteConfig } from './kept-config';
import { isWhole, keptFile, networkFirst, wholePage } from './kept-files';
import { CONFIG_CACHE, PROGRAM_CACHE } from './kept-program';

/**
 * The service worker: keeps the program of one version in this browser, and nothing else. Built by
 * `scripts/build-service-worker.mjs` into `sw.js`; docs/decisions/offline.md.
 */

declare const self: ServiceWorkerGlobalScope;

/** What the build has in it, by addresses beside this script. */
const { files, page, screens } = import.meta.env.PROGRAM;

/** How long the network may take before what is kept stands in for it. */
const PATIENCE_MS = 4_000;

const { scope } = self.registration;
const ASSETS = new URL('assets/', scope).href;
const CONFIG = new URL('config.json', scope).href;
/** Of the files of this version. */
const INTEGRITIES: ReadonlyMap<string, string> = new Map(
  files.map(({ url, integrity }) => [new URL(url, scope).href, integrity]),
);
const PAGE = {
  integrity: INTEGRITIES.get(new URL(page, scope).href) ?? '',
  basePath: new URL(scope).pathname,
};
const SCREEN = new RegExp(`^/${screens}`);

setCacheNameDetails(PROGRAM_CACHE);
addPlugins([
  {
    // While a deployment is under way, the page may be of another version than its files. The next check tries again.
    cacheWillUpdate: async ({ request, response }) => {
      if (response.status !== 200) return null;
      return !request.url.endsWith(`/${page}`) || (await wholePage(response, PAGE)) !== null
        ? response
        : null;
    },
  },
]);
// Hashed files are also compared with their digest while they are fetched. Hosts may rewrite the others, such as the page.
precache(files.map(({ integrity, ...file }) => (file.revision === null ? { ...file, integrity } : file)));

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
  ({ request, event }) => {
    const response = fetch(request);
    event.waitUntil(response.then((each) => mendKeptPage(each.clone())).catch(() => undefined));
    return networkFirst(response, readKeptPage, PATIENCE_MS);
  },
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
    const readKept = async () => caches.match(CONFIG, { cacheName: configCache() });
    return networkFirst(response, readKept, PATIENCE_MS);
  },
);

// The rest of what stands beside the page, which is its icon and the guide: when there is no network.
registerRoute(
  ({ url }) => !url.href.startsWith(ASSETS) && getCacheKeyForURL(url.href) !== undefined,
  ({ request }) => networkFirst(fetch(request), () => readKeptFile(request.url), PATIENCE_MS),
);

function configCache(): string {
  return `${CONFIG_CACHE}-${scope}`;
}

/** Null where it is not as the build wrote it: a blank page would tell nobody that there is no network. */
async function readKeptPage(): Promise<Response | null> {
  return wholePage(await matchPrecache(page), PAGE);
}

/** Keeps the network's page where the kept one has become another. */
async function mendKeptPage(response: Response): Promise<void> {
  const address = getCacheKeyForURL(page);
  if (address === undefined || (await readKeptPage()) !== null) return;
  if ((await wholePage(response, PAGE)) !== null) {
    await (await caches.open(cacheNames.precache)).put(address, response);
  }
}

async function readKeptFile(address: string): Promise<Response | undefined> {
  const kept = await matchPrecache(address);
  const integrity = INTEGRITIES.get(address);
  return kept !== undefined && integrity !== undefined && (await isWhole(kept, integrity)) ? kept : undefined;
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
