import { randomBytes } from 'node:crypto';
import { builtDirectories } from '../../scripts/project-paths.mjs';
import { serve } from '../../server/serve.mjs';
import { startServiceProcess } from '../../scripts/service-process.mjs';

/** The demo in the page, or the reference service (HTTPS) behind a pass-through, which with `custody` keeps refresh tokens. */
export type ServedWith = 'demo' | 'service' | 'custody';

export interface ServedConsole {
  readonly servedWith: ServedWith;
  /** Where the console is, e.g. `http://localhost:41234`. */
  readonly origin: string;
  /** The service's own base address, e.g. `https://localhost:43210/papi`; null in the demo. */
  readonly serviceAddress: string | null;
  /** The authority of the service's certificate, as PEM; null in the demo. */
  readonly certificateAuthority: string | null;
  /** The secret with which the server seals the refresh tokens that it keeps. */
  readonly custodySecret: string;
  readonly close: () => Promise<void>;
}

/** Returns what a test with these tags is served with where it runs only once. */
export function nearestToProduction(tags: readonly string[]): ServedWith {
  const has = (project: ServedWith) =>
    tags.some((tag) => tag === `@${project}` || tag === `@${project}-only`);
  if (has('custody')) return 'custody';
  return has('service') ? 'service' : 'demo';
}

/** Serves the same as `npm start`, on ports of its own, for a single test. `config` is read at every request. */
export async function serveConsole(
  servedWith: ServedWith,
  {
    hasSecret = true,
    config: given = {},
    ...served
  }: {
    hasSecret?: boolean;
    config?: Record<string, unknown>;
    directory?: string;
    address?: URL;
  } = {},
): Promise<ServedConsole> {
  // As with `npm start`, every console of the tests is an installation with its own secret.
  const secret = hasSecret && { installationSecret: newSecret() };
  const custodySecret = newSecret();
  if (servedWith === 'demo') {
    const { origin, close } = await serve({
      directory: builtDirectories.demo,
      config: given,
      ...secret,
    });
    return { servedWith, origin, serviceAddress: null, certificateAuthority: null, custodySecret, close };
  }
  const service = await startServiceProcess(['--tls']);
  const { origin, close } = await serve({
    directory: builtDirectories.production,
    // Tests add members to the object while they run.
    config: servedWith === 'custody' ? Object.assign(given, { custody: 'server' }) : given,
    ...secret,
    service: service.upstream,
    custodySecret,
    ...served,
  });
  return {
    servedWith,
    origin,
    serviceAddress: service.address,
    certificateAuthority: service.upstream.certificateAuthority ?? null,
    custodySecret,
    close: async () => {
      await close();
      await service.close();
    },
  };
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
