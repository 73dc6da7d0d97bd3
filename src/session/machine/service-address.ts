/** The reason why an address cannot be used. */
export type ServiceAddressProblem =
  | 'empty'
  | 'unreadable'
  /** Plain HTTP would expose the password on the network. */
  | 'plain-http'
  /** Plain HTTP to this computer, under a host name that the page's content security policy does not allow. */
  | 'loopback-name'
  | 'other-scheme'
  /** The address contains a user name or password, which would end up in histories and logs. */
  | 'credentials-in-address';

/** A correction that turns the typed text into a usable address. */
export type ServiceAddressRepair =
  | 'scheme-added'
  | 'path-added'
  /** The address of an endpoint was pasted. The part after the prefix was removed. */
  | 'endpoint-cut'
  | 'query-cut'
  | 'slash-cut';

export type ParsedServiceAddress =
  | {
      readonly ok: true;
      /** `{base_url}` of the contract: scheme, host and path prefix, without a trailing slash. */
      readonly address: string;
      /** The corrections in the order of the address, each at most once; empty if nothing was changed. */
      readonly repairs: readonly ServiceAddressRepair[];
    }
  | { readonly ok: false; readonly problem: ServiceAddressProblem };

/** The path prefix of the service (docs/service-contract.md, introduction). */
const PREFIX = '/papi';

/** Parses an address as users type or paste it. An address that begins with one slash is on the console's own host (`origin`). */
export function parseServiceAddress(
  text: string,
  origin: string | null = globalThis.location?.origin ?? null,
): ParsedServiceAddress {
  const typed = text.trim();
  if (typed === '') return { ok: false, problem: 'empty' };
  const isOnOwnHost = /^\/(?!\/)/.test(typed);
  if (isOnOwnHost && origin === null) return { ok: false, problem: 'unreadable' };
  const hasScheme = isOnOwnHost || /^[a-z][a-z0-9+.-]*:\/\//i.test(typed);
  // Only `://` ends a scheme: `localhost:8080` would parse as a scheme and a path, and `mailto:x` has no host.
  const url = readUrl(
    isOnOwnHost ? origin + typed : hasScheme ? typed : `https://${typed.replace(/^\/+/, '')}`,
  );
  if (url === null || url.hostname === '') return { ok: false, problem: 'unreadable' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, problem: 'other-scheme' };
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'credentials-in-address' };
  if (url.protocol === 'http:') {
    if (!isLoopback(url.hostname)) return { ok: false, problem: 'plain-http' };
    const isReached = url.origin === origin || isReachedByPlainHttp(url.hostname);
    if (!isReached) return { ok: false, problem: 'loopback-name' };
  }

  const repairs: ServiceAddressRepair[] = hasScheme ? [] : ['scheme-added'];
  const path = repairPath(url.pathname, repairs);
  if (url.search !== '' || url.hash !== '') repairs.push('query-cut');
  return { ok: true, address: url.origin + path, repairs };
}

function repairPath(pathname: string, repairs: ServiceAddressRepair[]): string {
  const path = pathname.replaceAll(/\/{2,}/g, '/');
  const segments = path.split('/').filter((segment) => segment !== '');
  const prefixAt = segments.findIndex((segment) => `/${segment.toLowerCase()}` === PREFIX);
  if (prefixAt >= 0) {
    const kept = `/${segments.slice(0, prefixAt + 1).join('/')}`;
    if (segments.length > prefixAt + 1) repairs.push('endpoint-cut');
    else if (path !== kept || pathname !== path) repairs.push('slash-cut');
    return kept;
  }
  // An endpoint such as `/token` or `/api/…` was pasted without the prefix. The prefix replaces the endpoint.
  const endpointAt = segments.findIndex((segment) => segment === 'api' || segment === 'token');
  const before = endpointAt >= 0 ? segments.slice(0, endpointAt) : segments;
  if (endpointAt >= 0) repairs.push('endpoint-cut');
  repairs.push('path-added');
  return before.map((segment) => `/${segment}`).join('') + PREFIX;
}

function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Whether the page's policy allows plain HTTP to the host (`connect-src` in server/content-security-policy.mjs). */
function isReachedByPlainHttp(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1';
}

/** Whether a host is this computer, so that the password does not cross a network. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}
