import { createRouter, type AnyRoute, type AsyncRouteComponent } from '@tanstack/react-router';
import type { RouterContext } from '@/routes/__root';
import { parseSearch, stringifySearch } from '@/lib/base/search-params';
import { basePath } from '@/ui/config/base-path';
import { isLazyPart, lazyPart } from '@/ui/components/lazy-part';
import { PendingPanel } from './pending-panel';
import { routeTree } from './route-tree.gen';

// These pages are rarely needed, so the first download does not contain them.
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
    // The router does not cache preloaded data, because the query cache decides which data is stale.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: CrashPanel,
    defaultNotFoundComponent: NotFoundPage,
    // NotFoundPage renders the app shell itself. In another mode, it would appear inside the shell of a screen.
    notFoundMode: 'root',
    defaultPendingComponent: PendingPanel,
    scrollRestoration: false,
  });
}

/** Makes all screens lazy parts, which retry if their file is missing. The router would reload the page instead. */
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
    // Listens to Vite's event, because `preload` of the router's component does not reject when loading fails.
    window.addEventListener('vite:preloadError', note);
    await screen.preload?.();
    window.removeEventListener('vite:preloadError', note);
    // The router removes `preload` from a component once it is loaded, so a remaining one means that loading failed.
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
