import { browserSessionPorts } from '@/session/browser-session-ports';
import { configuredService } from '@/session/service-binding';
import { createSession, type Session } from '@/session/session';
import type { DemoKit } from '@/shared/config/demo-kit';
import type { RuntimeConfig } from '@/shared/config/runtime-config';
import { lazyPart } from '@/shared/i18n/lazy-part';
import { createAppRouter, type AppRouter } from './router';

export interface Wiring {
  readonly session: Session;
  readonly router: AppRouter;
}

/** Puts the application together: one session, one router, and the rest once someone is signed in. */
export function createWiring(config: RuntimeConfig, demo: DemoKit | null): Wiring {
  const session = createSession(
    browserSessionPorts({
      fetch: demo?.fetch ?? window.fetch.bind(window),
      configured: configuredService(config, demo?.serviceAddress ?? null),
      installationSecret: config.installationSecret ?? null,
    }),
  );
  // The sign-in screen has no use for these and does not wait for them.
  const SignedInSurroundings = lazyPart(async () => {
    const { createSignedInSurroundings } = await import('./signed-in-surroundings');
    return {
      Part: createSignedInSurroundings(session, {
        ...config,
        demoServiceAddress: demo?.serviceAddress ?? null,
      }),
    };
  }, 'screen');
  const router = createAppRouter({ session, config, demo, SignedInSurroundings });
  return { session, router };
}
