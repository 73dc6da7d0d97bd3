import { cacheNames, setCacheNameDetails } from 'workbox-core';
import { addPlugins, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { noteConfig } from './kept-config';
import { isWhole, keptFile, networkFirst, wholePage } from './kept-files';
import { CONFIG_CACHE, PROGRAM_CACHE } from './kept-program';

/** Keeps one version of the program (docs/decisions/offline.md). Built by `scripts/build-service-worker.mjs`. */

declare const self: ServiceWorkerGlobalScope;

/** Addresses are relative to this script. */
const { files, page, screens } = import.meta.env.PROGRAM;

/** How long the network may take before a kept response replaces the network's. */
const PATIENCE_MS = 4_000;

const { scope } = self.registration;
const ASSETS = new URL('assets/', scope).href;
const CONFIG = new URL('config.json', scope).href;
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
    // During a deployment, the page and its files may be of different versions. The next check tries again.
    cacheWillUpdate: async ({ request, response }) => {
      if (response.status !== 200) return null;
      return !request.url.endsWith(`/${page}`) || (await wholePage(response, PAGE)) !== null
        ? response
        : null;
    },
  },
]);
// Hashed files are compared with their digest as they are fetched. Hosts may rewrite the others, such as the page.
precache(files.map(({ integrity, ...file }) => (file.revision === null ? { ...file, integrity } : file)));

self.addEventListener('install', (event) => {
  passOthersBy(event);
  event.waitUntil(keepConfig());
});

// A later version waits until every page of this version is closed: such a page may still load files that are kept here.
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

// Another version may be deployed, so the network is asked first, and Reload loads that version.
registerRoute(
  ({ request, url }) =>
    request.mode === 'navigate' && SCREEN.test(`/${url.href.slice(scope.length).split(/[?#]/)[0]}`),
  ({ request, event }) => {
    const response = fetch(request);
    event.waitUntil(response.then((each) => mendKeptPage(each.clone())).catch(() => undefined));
    return networkFirst(response, readKeptPage, PATIENCE_MS);
  },
);

// A hashed name changes with its content. All kept versions are searched, because a page may be of a later one.
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

// The other kept files, which are the icon and the guide, are used when there is no network.
registerRoute(
  ({ url }) => !url.href.startsWith(ASSETS) && getCacheKeyForURL(url.href) !== undefined,
  ({ request }) => networkFirst(fetch(request), () => readKeptFile(request.url), PATIENCE_MS),
);

function configCache(): string {
  return `${CONFIG_CACHE}-${scope}`;
}

/** Null if the page was changed: a blank page would not tell people that there is no network. */
async function readKeptPage(): Promise<Response | null> {
  return wholePage(await matchPrecache(page), PAGE);
}

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

/** Keeps the current configuration, which the page has read before this worker existed. */
async function keepConfig(): Promise<void> {
  await note(await fetch(CONFIG, { cache: 'no-cache' }));
}

function note(response: Response): Promise<void> {
  return noteConfig(response, { caches, cacheName: configCache(), address: CONFIG, forget });
}

async function forget(): Promise<void> {
  await self.registration.unregister();
  await Promise.all([caches.delete(cacheNames.precache), caches.delete(configCache())]);
}

/** Lets the browser send other requests, mainly those to the service, past this worker, if the browser can. */
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

/** Some browsers lack this, and so do the types. */
interface StaticRouting {
  readonly addRoutes: (rule: { readonly condition: object; readonly source: 'network' }) => Promise<void>;
}
