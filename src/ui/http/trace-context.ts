/** Decides which requests carry a trace id, by which servers relate their log entries (W3C Trace Context). */
export interface Tracing {
  /** Whether requests to an address carry the header `traceparent`. */
  readonly reaches: (url: string) => boolean;
  /** Returns 128 random bits in hex. */
  readonly randomId: () => string;
}

const HEADER = 'traceparent';

/** Returns headers that put a request into a trace (by default a new one) and ask servers to record it. */
export function traceHeaders(
  tracing: Tracing | undefined,
  url: string,
  traceId = tracing?.randomId(),
): Readonly<Record<string, string>> {
  if (tracing?.reaches(url) !== true) return {};
  return { [HEADER]: `00-${traceId}-${tracing.randomId().slice(16)}-01` };
}

/** Returns the trace id in the headers of a request; null if there is none. */
export function traceIdOf(headers: Headers): string | null {
  return headers.get(HEADER)?.slice(3, 35) ?? null;
}

/** Returns which addresses get trace headers: other origins only with `always`, because they may refuse the header (CORS). */
export function tracedAddresses(
  mode: 'sameOrigin' | 'always' | 'never',
  ownOrigins: readonly (string | undefined)[],
): Tracing['reaches'] {
  return (url) => mode === 'always' || (mode === 'sameOrigin' && ownOrigins.includes(new URL(url).origin));
}
