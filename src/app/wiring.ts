import { lazy } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { browserSessionPorts } from '@/session/browser-session-ports';
import { createSession, type Session } from '@/session/session';
import type { DemoKit } from '@/shared/config/demo-kit';
import type { RuntimeConfig } from '@/shared/config/runtime-config';
import { createQueryClient } from './query-client';
import { createAppRouter, type AppRouter } from './router';

// The sign-in screen has no use for the frame and its menus.
const Frame = lazy(async () => ({ default: (await import('./frame/frame')).Frame }));

export interface Wiring {
  readonly session: Session;
  readonly queryClient: QueryClient;
  readonly router: AppRouter;
}

/** Puts the application together: one session, one cache, one router. */
export function createWiring(config: RuntimeConfig, demo: DemoKit | null): Wiring {
  const session = createSession(browserSessionPorts({ fetch: demo?.fetch ?? window.fetch.bind(window) }));
  const queryClient = createQueryClient();
  // What the service told one person must not be seen by the next.
  session.onIdentityChange(() => {
    queryClient.clear();
  });
  const router = createAppRouter({ session, queryClient, config, demo, Frame });
  return { session, queryClient, router };
}
