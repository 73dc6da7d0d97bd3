import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { Session } from '@/session/session';
import type { DemoKit } from '@/shared/config/demo-kit';
import type { RuntimeConfig } from '@/shared/config/runtime-config';

/** What every route can count on; put together in src/app. */
export interface RouterContext {
  readonly session: Session;
  readonly config: RuntimeConfig;
  readonly demo: DemoKit | null;
  /** Messages, cache and frame around the screens of a signed-in person. */
  readonly SignedInSurroundings: ComponentType<{ readonly children: ReactNode }>;
}

export const Route = createRootRouteWithContext<RouterContext>()({ component: Outlet });
