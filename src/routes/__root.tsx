import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { Session } from '@/session/session';
import type { DemoKit } from '@/ui/config/demo-kit';
import type { RuntimeConfig } from '@/ui/config/runtime-config';

/** Starts a screen's query ahead. Never blocks or fails: the screen joins the request and shows its states. Null: none. */
export type Prefetch = <Data, Key extends QueryKey>(
  query: () => Promise<FetchQueryOptions<Data, Error, Data, Key> | null>,
) => void;

/** The context of every route, created in src/app. */
export interface RouterContext {
  readonly session: Session;
  readonly config: RuntimeConfig;
  readonly demo: DemoKit | null;
  readonly prefetch: Prefetch;
  /** Messages, query cache and app shell around the screens of a signed-in person. */
  readonly SignedInProviders: ComponentType<{ readonly children: ReactNode }>;
}

export const Route = createRootRouteWithContext<RouterContext>()({ component: Outlet });
