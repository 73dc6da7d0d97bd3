import type { RuntimeConfig } from '@/shared/config/runtime-config';
import * as z from 'zod';
import { parseServiceAddress } from './service-address';
import type { SessionIdentity } from './session-state';

export const configuredServiceSchema = z.object({
  /** The one that the installation, or the demo, proposes; null where the person types it. */
  serviceAddress: z.string().nullable(),
  /** Whether no other can be typed. */
  isFixed: z.boolean(),
  /** The service that a pass-through at `serviceAddress` stands for. */
  upstreamAddress: z.string().nullable(),
});

/** What the configuration says about the service. Sessions are bound to it. */
export type ConfiguredService = Readonly<z.output<typeof configuredServiceSchema>>;

/** The configuration's own words, made comparable. */
export function configuredService(
  config: Pick<RuntimeConfig, 'serviceAddress' | 'serviceAddressFixed' | 'upstreamAddress'>,
  demoAddress: string | null,
): ConfiguredService {
  const proposed = config.serviceAddress ?? demoAddress;
  const parsed = proposed === null ? null : parseServiceAddress(proposed);
  const serviceAddress = parsed?.ok === true ? parsed.address : proposed;
  return {
    serviceAddress,
    isFixed: config.serviceAddressFixed && serviceAddress !== null,
    upstreamAddress: config.upstreamAddress ?? null,
  };
}

/**
 * The service that answers at an address: the address itself, except where a pass-through stands there for another.
 * What is kept of a person is kept under this name.
 */
export function boundService(serviceAddress: string, configured: ConfiguredService): string {
  return upstreamOf(serviceAddress, configured)?.replace(/\/+$/, '') ?? serviceAddress;
}

/**
 * Whether a session that was made under the configuration `then` may go on under the one of `now`. Its secrets must
 * not be sent to any other service than the one that gave them.
 */
export function isStillBound(
  identity: Pick<SessionIdentity, 'serviceAddress' | 'service'>,
  then: ConfiguredService,
  now: ConfiguredService,
): boolean {
  if (identity.service !== boundService(identity.serviceAddress, now)) return false;
  // Where another may be typed, a session elsewhere is as good as the proposal it was typed in place of.
  return now.isFixed
    ? identity.serviceAddress === now.serviceAddress
    : then.serviceAddress === now.serviceAddress && then.upstreamAddress === now.upstreamAddress;
}

/** Names the service that a request is meant for, so that a pass-through to another one refuses it (421). */
export const UPSTREAM_HEADER = 'x-upstream-address';

/** The headers for requests to the address that no other service may get. */
export function upstreamHeaders(
  serviceAddress: string,
  configured: ConfiguredService,
): Readonly<Record<string, string>> {
  const upstream = upstreamOf(serviceAddress, configured);
  return upstream === null ? {} : { [UPSTREAM_HEADER]: upstream };
}

function upstreamOf(serviceAddress: string, configured: ConfiguredService): string | null {
  return serviceAddress === configured.serviceAddress ? configured.upstreamAddress : null;
}
