import { isServiceResponse } from '@/contract/envelope.schema';
import { itemTableEndpoint } from '@/contract/item-table.schema';
import { METADATA_BYTES } from '@/contract/limits';
import { isTokenRefusal, TOKEN_PATH } from '@/contract/token.schema';
import { wait } from '@/lib/base/clock';
import { parseBody } from '@/ui/http/read-response';
import { readShortText } from '@/ui/http/read-body';
import { traceHeaders } from '@/ui/http/trace-context';
import type { SessionPorts } from './vault/session-ports';

/** The reason why this page cannot reach the service, as far as scripts of a page can determine it. */
export type ConnectionFinding =
  | { readonly kind: 'works' }
  | { readonly kind: 'offline' }
  /** Nothing responds, or the browser does not trust the certificate. Scripts cannot distinguish the two. */
  | { readonly kind: 'no-answer' }
  | { readonly kind: 'timed-out' }
  /** A host responds, but its CORS headers do not allow our origin, our request headers, or the configured trace header. */
  | { readonly kind: 'not-allowed'; readonly lacks: 'origin' | 'headers' | 'trace-header' }
  /** The address redirects. A sign-in that followed the redirect would send the password to another address. */
  | { readonly kind: 'redirected' }
  /** A gateway responds, but the service behind it does not. */
  | { readonly kind: 'no-service-behind'; readonly status: number }
  /** A host responds, but its responses do not have the form of the pricing data service. */
  | { readonly kind: 'other-service'; readonly status: number };

export interface ConnectionProbe {
  /** The request in short form, such as `POST /token`. */
  readonly request: string;
  /** The outcome in short form, such as `401 application/json`. */
  readonly outcome: string;
  readonly durationMs: number;
}

export interface ConnectionReport {
  readonly finding: ConnectionFinding;
  /** All probes that were sent, in the order of time. */
  readonly probes: readonly ConnectionProbe[];
}

type Result =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly contentType: string;
      readonly text: string;
    }
  | { readonly kind: 'opaque' | 'redirected' | 'failed' | 'timed-out' };

export interface ConnectionCheckPorts extends Pick<SessionPorts, 'fetch' | 'clock' | 'tracing' | 'dialect'> {
  /** Whether the network is up, as far as the browser knows. */
  readonly isNetworkUp: () => boolean;
}

const PROBE_TIMEOUT_MS = 10_000;
/** The token and client ID that the probes send. They are invalid on purpose: a refusal is enough for the check. */
const STRANGER = 'connection-check';

/** Probes a service at a valid address, without a user's credentials, until the cause is known. Rejects only if it is aborted. */
export async function checkConnection(
  ports: ConnectionCheckPorts,
  serviceAddress: string,
  signal: AbortSignal,
): Promise<ConnectionReport> {
  const probes: ConnectionProbe[] = [];

  async function probe(path: string, init: RequestInit, remark = ''): Promise<Result> {
    const startedMs = ports.clock.nowMs();
    const result = await sendProbe(ports, serviceAddress + path, init, signal);
    signal.throwIfAborted();
    probes.push({
      request: `${init.method ?? 'GET'} ${path}${remark}`,
      outcome: outcomeOf(result),
      durationMs: Math.round(ports.clock.nowMs() - startedMs),
    });
    return result;
  }

  async function find(): Promise<ConnectionFinding> {
    const path = itemTableEndpoint.path(undefined);
    const headers = { Authorization: `Bearer ${STRANGER}`, client_id: STRANGER };
    const trace = traceHeaders(ports.tracing, serviceAddress + path);
    const asUsed = await probe(
      path,
      withHeaders({ ...headers, ...trace }),
      remarkOn({ ...headers, ...trace }),
    );
    if (asUsed.kind === 'answered') return findByResponse(asUsed);
    if (asUsed.kind === 'timed-out') return { kind: 'timed-out' };
    if (Object.keys(trace).length > 0) {
      const untraced = await probe(path, withHeaders(headers), remarkOn(headers));
      if (untraced.kind === 'answered') return { kind: 'not-allowed', lacks: 'trace-header' };
    }

    const withoutHeaders = await probe(path, { redirect: 'manual' });
    if (withoutHeaders.kind === 'redirected') return { kind: 'redirected' };
    if (withoutHeaders.kind === 'answered') return { kind: 'not-allowed', lacks: 'headers' };

    const withoutReading = await probe(path, { mode: 'no-cors' }, ' without reading the answer');
    if (withoutReading.kind === 'opaque') return { kind: 'not-allowed', lacks: 'origin' };
    // Only a service on our own origin can answer this request readably. It did not answer the probes above but does now.
    if (withoutReading.kind === 'answered') return findByResponse(withoutReading);
    if (!ports.isNetworkUp()) return { kind: 'offline' };
    return { kind: withoutReading.kind === 'timed-out' ? 'timed-out' : 'no-answer' };
  }

  async function findByResponse(response: Extract<Result, { kind: 'answered' }>): Promise<ConnectionFinding> {
    if (isOfGateway(response)) return { kind: 'no-service-behind', status: response.status };
    const isKnownForm = ports.dialect?.isServiceResponse ?? isServiceResponse;
    if (!isKnownForm(jsonOf(response))) return { kind: 'other-service', status: response.status };
    const body = new URLSearchParams({ grant_type: STRANGER });
    const token = await probe(TOKEN_PATH, { method: 'POST', body, redirect: 'error' });
    if (token.kind === 'timed-out') return { kind: 'timed-out' };
    if (token.kind !== 'answered') return { kind: 'not-allowed', lacks: 'origin' };
    if (isOfGateway(token)) return { kind: 'no-service-behind', status: token.status };
    const isKnown = token.status === 429 || isTokenRefusal(jsonOf(token));
    return isKnown ? { kind: 'works' } : { kind: 'other-service', status: token.status };
  }

  const finding = await find();
  return { finding, probes };
}

async function sendProbe(
  { fetch, clock }: ConnectionCheckPorts,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Result> {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  signal.addEventListener('abort', cancel, { once: true });
  const tooLate = wait(clock, PROBE_TIMEOUT_MS, controller.signal).then(() => null);
  try {
    const request = new Request(url, {
      ...init,
      signal: controller.signal,
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    const result = await Promise.race([fetch(request).then(resultOf), tooLate]);
    return result ?? { kind: 'timed-out' };
  } catch {
    return { kind: 'failed' };
  } finally {
    signal.removeEventListener('abort', cancel);
    controller.abort();
    tooLate.catch(() => undefined);
  }
}

async function resultOf(response: Response): Promise<Result> {
  switch (response.type) {
    case 'opaque':
      return { kind: 'opaque' };
    case 'opaqueredirect':
      return { kind: 'redirected' };
    case 'error':
      return { kind: 'failed' };
    case 'basic':
    case 'cors':
    case 'default': {
      const { status, headers } = response;
      return {
        kind: 'answered',
        status,
        contentType: headers.get('Content-Type') ?? '',
        text: await readShortText(response, METADATA_BYTES),
      };
    }
  }
}

function withHeaders(headers: Record<string, string>): RequestInit {
  return { headers, redirect: 'error' };
}

function remarkOn(headers: Record<string, string>): string {
  return ` with ${new Intl.ListFormat('en').format(Object.keys(headers))}`;
}

function isOfGateway({ status }: { readonly status: number }): boolean {
  return status === 502 || status === 503 || status === 504;
}

function jsonOf(response: Extract<Result, { kind: 'answered' }>): unknown {
  const body = parseBody(response);
  return body.isJson ? body.json : null;
}

function outcomeOf(result: Result): string {
  switch (result.kind) {
    case 'answered':
      return `${result.status} ${result.contentType || 'no content type'}`;
    case 'opaque':
      return 'answered';
    case 'redirected':
      return 'redirected';
    case 'failed':
      return 'failed in the browser';
    case 'timed-out':
      return `no answer within ${PROBE_TIMEOUT_MS / 1000} s`;
  }
}
