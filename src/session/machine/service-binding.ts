import type { Dialect } from '@/contract/dialect';
import type { RuntimeConfig } from '@/ui/config/runtime-config';
import * as z from 'zod';
import { parseServiceAddress } from './service-address';
import type { Account } from './session-state';

export const configuredServiceSchema = z.object({
  /** The address that the installation or the demo proposes; null where the person types it. */
  serviceAddress: z.string().nullable(),
  /** Whether no other address can be typed. */
  isFixed: z.boolean(),
  /** The service behind a pass-through at `serviceAddress`. */
  upstreamAddress: z.string().nullable(),
  /** Who keeps refresh tokens; by default the page. */
  custody: z.enum(['page', 'server']).optional(),
});

/** The configured service. Sessions are bound to it. */
export type ConfiguredService = Readonly<z.output<typeof configuredServiceSchema>>;

/** How the configured service writes its messages, if it is described; null or undefined where it writes them as the contract says. */
export type ConfiguredDialect = Dialect | null | undefined;

/** Normalizes the configured addresses so that they can be compared. */
export function configuredService(
  config: Pick<RuntimeConfig, 'serviceAddress' | 'serviceAddressFixed' | 'upstreamAddress' | 'custody'>,
  demoAddress: string | null,
): ConfiguredService {
  const proposed = config.serviceAddress ?? demoAddress;
  const parsed = proposed === null ? null : parseServiceAddress(proposed);
  const serviceAddress = parsed?.ok === true ? parsed.address : proposed;
  return {
    serviceAddress,
    isFixed: config.serviceAddressFixed && serviceAddress !== null,
    upstreamAddress: config.upstreamAddress ?? null,
    custody: config.custody,
  };
}

/** Returns the address of the service, also behind a pass-through. The account's records are stored under this name. */
export function boundService(serviceAddress: string, configured: ConfiguredService): string {
  return upstreamOf(serviceAddress, configured)?.replace(/\/+$/, '') ?? serviceAddress;
}

/** Whether a session may continue under `now`: its secrets must not reach another service or change their custody. */
export function isStillBound(
  account: Pick<Account, 'serviceAddress' | 'service'>,
  then: ConfiguredService,
  now: ConfiguredService,
): boolean {
  if (account.service !== boundService(account.serviceAddress, now)) return false;
  if (isServerCustody(then) !== isServerCustody(now)) return false;
  // Where the address can be typed, a session at another address is valid as long as the proposal is the same.
  return now.isFixed
    ? account.serviceAddress === now.serviceAddress
    : then.serviceAddress === now.serviceAddress && then.upstreamAddress === now.upstreamAddress;
}

/** Whether the server that passes calls through keeps refresh tokens, not the page. */
export function isServerCustody({ custody }: ConfiguredService): boolean {
  return custody === 'server';
}

/** Names the service that a request is meant for, so that a pass-through to another one refuses it (421). */
export const UPSTREAM_HEADER = 'x-upstream-address';

/** The headers of requests that only the configured service may receive. */
export function upstreamHeaders(
  serviceAddress: string,
  configured: ConfiguredService,
): Readonly<Record<string, string>> {
  const upstream = upstreamOf(serviceAddress, configured);
  return upstream === null ? {} : { [UPSTREAM_HEADER]: upstream };
}

/** Tells whether the session outlives its tabs. A server that keeps no tokens refuses requests with this header (421). */
const KEPT_HEADER = 'x-session-kept';

/** The header of token requests of a page whose server keeps the refresh token. */
export function custodyHeaders(
  configured: ConfiguredService,
  isKept: boolean,
): Readonly<Record<string, string>> {
  return isServerCustody(configured) ? { [KEPT_HEADER]: String(isKept) } : {};
}

/** Tells which session a sign-out ends, so that a copy of its cookie renews nothing. */
const BINDING_HEADER = 'x-session-binding';

/** The headers of a sign-out, for the server that keeps the refresh token. */
export function endedSessionHeaders(
  clientId: string | undefined,
  secret: { readonly kind: string; readonly binding?: string } | null,
): Readonly<Record<string, string>> {
  const binding = secret?.kind === 'binding' ? secret.binding : undefined;
  if (clientId === undefined || binding === undefined) return {};
  return { [BINDING_HEADER]: binding, client_id: clientId };
}

function upstreamOf(serviceAddress: string, configured: ConfiguredService): string | null {
  return serviceAddress === configured.serviceAddress ? configured.upstreamAddress : null;
}
