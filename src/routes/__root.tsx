import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { Session } from '@/session/session';
import type { DemoKit } from '@/ui/config/demo-kit';
import type { RuntimeConfig } from '@/ui/config/runtime-config';

/** Starts a screen's query early, and does nothing if it is null. Never blocks or fails: the screen shows the states of the request. */
export type Prefetch = <Data, Key extends QueryKey>(
  query: () => Promise<FetchQueryOptions<Data, Error, Data, Key> | null>,
) => void;

/** The context of every route. `src/app/wiring.ts` creates it. */
export interface RouterContext {
  readonly session: Session;
  readonly config: RuntimeConfig;
  readonly demo: DemoKit | null;
  readonly prefetch: Prefetch;
  /** Renders messages, query cache and app shell around the screens of a signed-in user. */
  readonly SignedInProviders: ComponentType<{ readonly children: ReactNode }>;
}

export const Route = createRootRouteWithContext<RouterContext>()({ component: Outlet });
