import type { Dialect } from '@/contract/dialect';
import type { TokenFacts } from '@/contract/token.schema';
import type { RuntimeConfig } from '@/ui/config/runtime-config';
import * as z from 'zod';
import { parseServiceAddress } from './service-address';
import type { Account } from './session-state';

export const configuredServiceSchema = z.object({
  /** The address that the installation or the demo suggests; null if the user has to type it. */
  serviceAddress: z.string().nullable(),
  /** Whether the user cannot type another address. */
  isFixed: z.boolean(),
  /** The address of the service behind `serviceAddress`, if a proxy at `serviceAddress` passes requests through. */
  upstreamAddress: z.string().nullable(),
  /** Who keeps refresh tokens: the page (the default) or a server. */
  custody: z.enum(['page', 'server']).optional(),
});

/** The service that this installation is configured for. A session belongs to it. */
export type ConfiguredService = Readonly<z.output<typeof configuredServiceSchema>>;

/** Takes what may be told of a token. */
export type NoteToken = (facts: TokenFacts) => void;

/** How the configured service writes its messages, if it has a description; null or undefined if it follows the contract. */
export type ConfiguredDialect = Dialect | null | undefined;

/** The stored description with which a page was loaded. The page works with it, whatever is stored later. */
export interface LoadedDescription {
  /** The session of the person who uses it. */
  readonly sessionId: string;
  /** The description as JSON. */
  readonly text: string;
  /** Null if this version of the console, or its server, cannot follow the description. */
  readonly dialect: Dialect | null;
  /** The keys because of which it cannot be followed. */
  readonly wrongKeys: readonly string[];
}

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

/** Returns the address of the service itself, behind a pass-through if there is one. The account's records are stored under it. */
export function boundService(serviceAddress: string, configured: ConfiguredService): string {
  return upstreamOf(serviceAddress, configured)?.replace(/\/+$/, '') ?? serviceAddress;
}

/** Whether a session may continue under `now`. Its secrets must not reach another service, or move between page and server. */
export function isStillBound(
  account: Pick<Account, 'serviceAddress' | 'service'>,
  then: ConfiguredService,
  now: ConfiguredService,
): boolean {
  if (account.service !== boundService(account.serviceAddress, now)) return false;
  if (isServerCustody(then) !== isServerCustody(now)) return false;
  // If users may type the address, a session at another address stays valid while the suggested address has not changed.
  return now.isFixed
    ? account.serviceAddress === now.serviceAddress
    : then.serviceAddress === now.serviceAddress && then.upstreamAddress === now.upstreamAddress;
}

/** Whether the server that passes requests through keeps the refresh tokens. */
export function isServerCustody({ custody }: ConfiguredService): boolean {
  return custody === 'server';
}

/** The header that names the service a request is for. A pass-through to another service refuses the request (421). */
export const UPSTREAM_HEADER = 'x-upstream-address';

/** Returns the headers for requests that only the configured service may receive. */
export function upstreamHeaders(
  serviceAddress: string,
  configured: ConfiguredService,
): Readonly<Record<string, string>> {
  const upstream = upstreamOf(serviceAddress, configured);
  return upstream === null ? {} : { [UPSTREAM_HEADER]: upstream };
}

/** The header that says whether the session outlives its tabs. A server that keeps no tokens refuses it (421). */
const KEPT_HEADER = 'x-session-kept';

/** Returns the header for token requests, if a server keeps the refresh token. */
export function custodyHeaders(
  configured: ConfiguredService,
  isKept: boolean,
): Readonly<Record<string, string>> {
  return isServerCustody(configured) ? { [KEPT_HEADER]: String(isKept) } : {};
}

/** The header that names the session that a sign-out ends. After that, a copy of the session's cookie cannot renew it. */
const BINDING_HEADER = 'x-session-binding';

/** Returns the headers of a sign-out, for a server that keeps the refresh token. */
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
