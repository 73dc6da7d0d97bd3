import { cacheNames, setCacheNameDetails } from 'workbox-core';
import { addPlugins, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { noteConfig } from './kept-config';
import { isWhole, keptFile, networkFirst, wholePage } from './kept-files';
import { CONFIG_CACHE, PROGRAM_CACHE } from './kept-program';

/** The service worker, which keeps one version of the program (docs/decisions/offline.md; `scripts/build-service-worker.mjs`). */

declare const self: ServiceWorkerGlobalScope;

/** The data of the build. Its addresses are relative to this script. */
const { files, page, screens } = import.meta.env.PROGRAM;

/** How long to wait for the network before a kept response is used instead. */
const PATIENCE_MS = 4_000;

const { scope } = self.registration;
const ASSETS = new URL('assets/', scope).href;
const CONFIG = new URL('config.json', scope).href;
/** A file in the folder of the page itself; kept files of the program have routes of their own. */
const FILE_BESIDE = /^[^/?#]+\.json$/;
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
    // Refuses a page of another version, which a host may send during a deployment. The browser tries again later.
    cacheWillUpdate: async ({ request, response }) => {
      if (response.status !== 200) return null;
      return !request.url.endsWith(`/${page}`) || (await wholePage(response, PAGE)) !== null
        ? response
        : null;
    },
  },
]);
// Files with a hash in their name are checked against their digest when they are fetched. Hosts may rewrite others, such as the page.
precache(files.map(({ integrity, ...file }) => (file.revision === null ? { ...file, integrity } : file)));

self.addEventListener('install', (event) => {
  passOthersBy(event);
  event.waitUntil(keepConfig());
});

// There is no `skipWaiting`: a new version waits until all pages of the old one, which may still need its files, are closed.
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

// Pages come from the network first, so that a reload loads a newly deployed version.
registerRoute(
  ({ request, url }) =>
    request.mode === 'navigate' && SCREEN.test(`/${url.href.slice(scope.length).split(/[?#]/)[0]}`),
  ({ request, event }) => {
    const response = fetch(request);
    event.waitUntil(response.then((each) => mendKeptPage(each.clone())).catch(() => undefined));
    return networkFirst(response, readKeptPage, PATIENCE_MS);
  },
);

// Files with a hash in their name never change, so kept ones come first. The cache may also contain files of a later version.
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

// The other kept files, which are the icon and the guide, are used only without a network.
registerRoute(
  ({ url }) => !url.href.startsWith(ASSETS) && getCacheKeyForURL(url.href) !== undefined,
  ({ request }) => networkFirst(fetch(request), () => readKeptFile(request.url), PATIENCE_MS),
);

// The configuration may name a file that describes the service; its name is known only once the configuration is read.
registerRoute(
  ({ url }) => FILE_BESIDE.test(url.href.slice(scope.length)) && url.href.startsWith(scope),
  ({ request }) => {
    const readKept = async () => caches.match(request.url, { cacheName: configCache() });
    return networkFirst(fetch(request), readKept, PATIENCE_MS);
  },
);

function configCache(): string {
  return `${CONFIG_CACHE}-${scope}`;
}

/** Returns null for a changed page, so that users see the browser's own page about the lost network, and not a broken page. */
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

/** Keeps the current configuration. The page loaded it before this worker existed, so the worker loads it again. */
async function keepConfig(): Promise<void> {
  await note(await fetch(CONFIG, { cache: 'no-cache' }));
}

function note(response: Response): Promise<void> {
  return noteConfig(response, {
    caches,
    cacheName: configCache(),
    address: CONFIG,
    fetchFile: (address) => fetch(address, { cache: 'no-cache' }),
    forget,
  });
}

async function forget(): Promise<void> {
  await self.registration.unregister();
  await Promise.all([caches.delete(cacheNames.precache), caches.delete(configCache())]);
}

/** Makes other requests, mainly those to the service, bypass this worker, if the browser supports that. */
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

/** The Static Routing API, which some browsers and TypeScript's types lack. */
interface StaticRouting {
  readonly addRoutes: (rule: { readonly condition: object; readonly source: 'network' }) => Promise<void>;
}
