import { randomBytes } from 'node:crypto';
import { builtDirectories } from '../../scripts/project-paths.mjs';
import { serve } from '../../scripts/serve.mjs';
import { startServiceProcess } from '../../scripts/service-process.mjs';

/** What answers the console: the demo inside the page, or the reference service over HTTPS, passed through. */
export type ServedWith = 'demo' | 'service';

export interface ServedOptions {
  servedWith: ServedWith;
}

export interface ServedConsole {
  readonly servedWith: ServedWith;
  /** Where the console is, e.g. `http://localhost:41234`. */
  readonly origin: string;
  /** The service's own base address, e.g. `https://localhost:43210/papi`; null in the demo. */
  readonly serviceAddress: string | null;
  /** Vouches for the service's certificate, PEM; null in the demo. */
  readonly certificateAuthority: string | null;
  readonly close: () => Promise<void>;
}

/**
 * Serves what `npm start` serves, on ports of its own: the test that gets it shares its service with no other. `config`: read
 * at every request.
 */
export async function serveConsole(
  servedWith: ServedWith,
  { hasSecret = true, config = {} }: { hasSecret?: boolean; config?: Record<string, unknown> } = {},
): Promise<ServedConsole> {
  // As `npm start` has one: every console of the tests is an installation of its own.
  const secret = hasSecret && { installationSecret: randomBytes(32).toString('base64url') };
  if (servedWith === 'demo') {
    const { origin, close } = await serve({
      directory: builtDirectories.demo,
      config,
      ...secret,
    });
    return { servedWith, origin, serviceAddress: null, certificateAuthority: null, close };
  }
  const service = await startServiceProcess(['--tls']);
  const { origin, close } = await serve({
    directory: builtDirectories.production,
    config,
    ...secret,
    service: service.upstream,
  });
  return {
    servedWith,
    origin,
    serviceAddress: service.address,
    certificateAuthority: service.upstream.certificateAuthority ?? null,
    close: async () => {
      await close();
      await service.close();
    },
  };
}
