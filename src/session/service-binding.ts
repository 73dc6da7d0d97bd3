import type { RuntimeConfig } from '@/shared/config/runtime-config';
import { parseServiceAddress } from './service-address';
import type { SessionIdentity } from './session-state';

/** What the configuration says about the service. Sessions are bound to it. */
export interface ConfiguredService {
  /** The one that the installation, or the demo, proposes; null where the person types it. */
  readonly serviceAddress: string | null;
  /** Whether no other can be typed. */
  readonly isFixed: boolean;
  /** The service that a pass-through at `serviceAddress` stands for. */
  readonly upstreamAddress: string | null;
}

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

/** What a request to the address has to name as the service it is meant for; null where no pass-through stands there. */
function upstreamOf(serviceAddress: string, configured: ConfiguredService): string | null {
  return serviceAddress === configured.serviceAddress ? configured.upstreamAddress : null;
}
