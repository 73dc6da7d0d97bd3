import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { RouterContext } from '@/routes/__root';
import { PendingPanel } from './pending-panel';
import { routeTree } from './route-tree.gen';
import { parseSearch, stringifySearch } from './search-params';

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
    // Seldom needed: not worth a byte of the first screen.
    defaultErrorComponent: lazyRouteComponent(() => import('./crash-panel'), 'CrashPanel'),
    defaultNotFoundComponent: lazyRouteComponent(() => import('./not-found-page'), 'NotFoundPage'),
    // The page brings the frame itself; within a screen's it would stand twice.
    notFoundMode: 'root',
    defaultPendingComponent: PendingPanel,
    scrollRestoration: false,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
