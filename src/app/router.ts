import { createRouter, type AnyRoute, type AsyncRouteComponent } from '@tanstack/react-router';
import type { RouterContext } from '@/routes/__root';
import { parseSearch, stringifySearch } from '@/lib/base/search-params';
import { basePath } from '@/ui/config/base-path';
import { isLazyPart, lazyPart } from '@/ui/components/lazy-part';
import { PendingPanel } from './pending-panel';
import { routeTree } from './route-tree.gen';

// Rarely needed, so not part of the first download.
const CrashPanel = lazyPart(async () => ({ Part: (await import('./crash-panel')).CrashPanel }), 'screen');
const NotFoundPage = lazyPart(
  async () => ({ Part: (await import('./not-found-page')).NotFoundPage }),
  'screen',
);

holdScreens(routeTree);

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    basepath: basePath,
    defaultPreload: 'intent',
    // The query cache decides what is stale.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: CrashPanel,
    defaultNotFoundComponent: NotFoundPage,
    // The page has its own app shell; with a screen's there would be two.
    notFoundMode: 'root',
    defaultPendingComponent: PendingPanel,
    scrollRestoration: false,
  });
}

/** Makes screens lazy parts, which try again for a missing file. The router would reload the page, and not try again. */
export function holdScreens(route: AnyRoute): void {
  const screen: AsyncRouteComponent<object> | undefined = route.options.component;
  if (screen?.preload !== undefined && !isLazyPart(screen)) route.options.component = heldScreen(screen);
  const children: AnyRoute[] | Record<string, AnyRoute> = route.children ?? [];
  for (const child of Object.values(children)) holdScreens(child);
}

function heldScreen(screen: AsyncRouteComponent<object>): AsyncRouteComponent<object> {
  const held: AsyncRouteComponent<object> = lazyPart(async () => {
    let failure: unknown = new Error('The screen could not be loaded.');
    const note = (event: Event) => {
      if ('payload' in event) failure = event.payload;
    };
    // The router's component does not tell why loading failed.
    window.addEventListener('vite:preloadError', note);
    await screen.preload?.();
    window.removeEventListener('vite:preloadError', note);
    // The router's component drops `preload` once it is loaded.
    if (screen.preload !== undefined) throw failure;
    delete held.preload;
    return { Part: screen };
  }, 'screen');
  return held;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
