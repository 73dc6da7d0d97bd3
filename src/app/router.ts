import { createRouter, type AnyRoute, type AsyncRouteComponent } from '@tanstack/react-router';
import type { RouterContext } from '@/routes/__root';
import { lazyPart } from '@/shared/i18n/lazy-part';
import { PendingPanel } from './pending-panel';
import { routeTree } from './route-tree.gen';
import { parseSearch, stringifySearch } from './search-params';

// Seldom needed: not worth a byte of the first screen.
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
    basepath: import.meta.env.BASE_URL,
    defaultPreload: 'intent',
    // The query cache decides what is stale.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: CrashPanel,
    defaultNotFoundComponent: NotFoundPage,
    // The page brings the frame itself; within a screen's it would stand twice.
    notFoundMode: 'root',
    defaultPendingComponent: PendingPanel,
    scrollRestoration: false,
  });
}

/**
 * Has every screen loaded as the other parts are. Left to itself the router reloads the page, unasked, when the file of a
 * screen is missing, and has no second try for one that was missing for a moment.
 */
function holdScreens(route: AnyRoute): void {
  const screen: AsyncRouteComponent<object> | undefined = route.options.component;
  if (screen?.preload !== undefined) route.options.component = heldScreen(screen);
  const children: AnyRoute[] | Record<string, AnyRoute> = route.children ?? [];
  for (const child of Object.values(children)) holdScreens(child);
}

function heldScreen(screen: AsyncRouteComponent<object>): AsyncRouteComponent<object> {
  const held: AsyncRouteComponent<object> = lazyPart(async () => {
    let failure: unknown = new Error('The screen could not be loaded.');
    const note = (event: Event) => {
      if ('payload' in event) failure = event.payload;
    };
    // The router's component keeps to itself why it could not be loaded.
    window.addEventListener('vite:preloadError', note);
    await screen.preload?.();
    window.removeEventListener('vite:preloadError', note);
    // Once it is loaded there is nothing left to preload.
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
