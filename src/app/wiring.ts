import type { Dialect } from '@/contract/dialect';
import { browserSessionPorts } from '@/session/browser-session-ports';
import { configuredService, type LoadedDescription } from '@/session/machine/service-binding';
import { forgetWithSession } from '@/session/own-description';
import { createSession, type Session } from '@/session/session';
import type { DemoKit } from '@/ui/config/demo-kit';
import type { RuntimeConfig } from '@/ui/config/runtime-config';
import { browserClock } from '@/lib/base/clock';
import { tracedAddresses } from '@/ui/http/trace-context';
import { randomId } from '@/lib/base/random-id';
import { emptyPrivateFolder, EXPORT_STAGE, KEPT_COPIES } from '@/lib/storage/private-folders';
import { lazyPart } from '@/ui/components/lazy-part';
import type { ScreenAddress } from '@/ui/diagnostics/diagnostics-text';
import { pageDiagnostics } from '@/ui/diagnostics/page-diagnostics';
import { pageEvents } from '@/ui/diagnostics/event-log';
import type { Prefetch } from '@/routes/__root';
import { reportErrors, reportSender } from './diagnostics/error-reports';
import { noteFaults, noteSession, notingFetch } from './diagnostics/note-events';
import { createAppRouter, type AppRouter } from './router';

const MINUTE_MS = 60_000;

export interface Wiring {
  readonly session: Session;
  readonly router: AppRouter;
  readonly readScreen: () => ScreenAddress;
}

/** Creates the session, the router and, once a user is signed in, the rest of the application. */
export function createWiring(
  config: RuntimeConfig,
  demo: DemoKit | null,
  dialect: Dialect | null = null,
  ownDescription: LoadedDescription | null = null,
): Wiring {
  const demoServiceAddress = demo?.serviceAddress ?? null;
  const configured = configuredService(config, demoServiceAddress);
  const installationSecret = config.installationSecret ?? null;
  const session = createSession(
    browserSessionPorts({
      fetch: notingFetch(demo?.fetch ?? window.fetch.bind(window), pageEvents, () => performance.now()),
      tracing: {
        reaches: tracedAddresses(config.traceRequests, [
          window.location.origin,
          // The demo's service runs in the page, so its requests may carry trace headers although its address has another origin.
          demoServiceAddress === null ? undefined : new URL(demoServiceAddress).origin,
        ]),
        randomId,
      },
      configured,
      dialect,
      ownDescription,
      limits: {
        idleMs: config.idleLockMinutes === undefined ? null : config.idleLockMinutes * MINUTE_MS,
        maxAgeMs: config.sessionMaxHours * 60 * MINUTE_MS,
      },
      installationSecret,
    }),
  );
  emptyFoldersWithoutSession(session, config);
  forgetWithSession(session);
  noteFaults(window, pageEvents);
  noteSession(session, pageEvents);
  // Loads the providers on demand, because the sign-in screen does not need them and must not wait for them.
  let prefetchLoaded: Prefetch | null = null;
  const SignedInProviders = lazyPart(async () => {
    const { createSignedInProviders } = await import('./signed-in-providers');
    const signedIn = createSignedInProviders(session, {
      ...config,
      demoServiceAddress,
      installationSecret,
    });
    prefetchLoaded = signedIn.prefetch;
    return { Part: signedIn.SignedInProviders };
  }, 'screen');
  const prefetch: Prefetch = (query) => void SignedInProviders.preload().then(() => prefetchLoaded?.(query));
  const router = createAppRouter({ session, config, demo, prefetch, SignedInProviders });
  const readScreen = () => screenOf(router);
  if (config.reportTo !== undefined) {
    reportErrors(pageEvents, {
      readDiagnostics: () => pageDiagnostics(readScreen()),
      send: reportSender(config.reportTo, window.fetch.bind(window), pageEvents),
      nowMs: () => performance.now(),
    });
  }
  router.subscribe('onResolved', () => pageEvents.note('screen', readScreen().path));
  return { session, router, readScreen };
}

/** Matches names like those of the console's own search parameters. Other names are left out, because they could contain typed text. */
const PARAMETER_NAME = /^[a-zA-Z]{1,20}$/;

function screenOf({ state: { matches, location } }: AppRouter): ScreenAddress {
  return {
    path: matches.at(-1)?.fullPath ?? 'not found',
    parameters: Object.keys(location.search).filter((name) => PARAMETER_NAME.test(name)),
  };
}

/** While no tab has a session, deletes unfinished exports, and kept copies (rows saved in the browser) if they are not `allowed`. */
function emptyFoldersWithoutSession(session: Session, { keptCopies }: RuntimeConfig): void {
  const folders = keptCopies === 'allowed' ? [EXPORT_STAGE] : [EXPORT_STAGE, KEPT_COPIES];
  let stops: readonly (() => void)[] = [];
  session.subscribe(() => {
    const state = session.getState();
    const isNobodyHere = state.status === 'signed-out' && state.reason !== 'replaced-elsewhere';
    if (!isNobodyHere) {
      for (const stop of stops) stop();
      stops = [];
    } else if (stops.length === 0) {
      stops = folders.map((folder) => emptyPrivateFolder(folder, browserClock()));
    }
  });
}
