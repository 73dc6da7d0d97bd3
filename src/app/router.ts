import { createRouter } from '@tanstack/react-router';
import type { RouterContext } from '@/routes/__root';
import { CrashPanel } from './crash-panel';
import { NotFoundPanel } from './not-found-panel';
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
    defaultErrorComponent: CrashPanel,
    defaultNotFoundComponent: NotFoundPanel,
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
