import { randomBytes } from 'node:crypto';
import { builtDirectories } from '../../scripts/project-paths.mjs';
import { serve } from '../../server/serve.mjs';
import { startServiceProcess } from '../../scripts/service-process.mjs';

/** The demo in the page, or the reference service (HTTPS) behind a pass-through. In `custody`, this keeps refresh tokens. */
export type ServedWith = 'demo' | 'service' | 'custody';

export interface ServedConsole {
  readonly servedWith: ServedWith;
  /** The address of the console, e.g. `http://localhost:41234`. */
  readonly origin: string;
  /** The service's own base address, e.g. `https://localhost:43210/papi`; null in the demo. */
  readonly serviceAddress: string | null;
  /** The authority of the service's certificate, as PEM; null in the demo. */
  readonly certificateAuthority: string | null;
  /** The secret with which the server encrypts the refresh tokens that it keeps. */
  readonly custodySecret: string;
  readonly close: () => Promise<void>;
}

/** Returns what a test with these tags is served with if it runs only once. */
export function nearestToProduction(tags: readonly string[]): ServedWith {
  const has = (project: ServedWith) =>
    tags.some((tag) => tag === `@${project}` || tag === `@${project}-only`);
  if (has('custody')) return 'custody';
  return has('service') ? 'service' : 'demo';
}

/** Serves a console in the same way as `npm start`, on separate ports, for a single test. `config` is read at every request. */
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
  // Every console of the tests is an installation with its own secret, like one of `npm start`.
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
    // The object itself is passed, because tests add members to it while they run.
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
