import { isServiceAnswer } from '@/contract/envelope.schema';
import { itemTableEndpoint } from '@/contract/item-table.schema';
import { METADATA_BYTES } from '@/contract/limits';
import { isTokenRefusal, TOKEN_PATH } from '@/contract/token.schema';
import { wait } from '@/shared/http/clock';
import { parseBody } from '@/shared/http/read-answer';
import { readShortText } from '@/shared/http/read-pieces';
import type { SessionPorts } from './session-ports';

/** What stands between this page and the service, as far as a page can find out. */
export type ConnectionFinding =
  | { readonly kind: 'works' }
  /** The computer has no network connection. */
  | { readonly kind: 'offline' }
  /** Nothing answers, or the browser does not trust the certificate: it does not tell pages which. */
  | { readonly kind: 'no-answer' }
  | { readonly kind: 'timed-out' }
  /** Something answers, but does not let pages of this origin call it (CORS): not at all, or not with our headers. */
  | { readonly kind: 'not-allowed'; readonly lacks: 'origin' | 'headers' }
  /** The address leads somewhere else; followed, a redirect would take the password along. */
  | { readonly kind: 'redirected' }
  /** A gateway answers for a service that is not there. */
  | { readonly kind: 'no-service-behind'; readonly status: number }
  /** Something answers, but not the way the pricing data service does. */
  | { readonly kind: 'other-service'; readonly status: number };

export interface ConnectionProbe {
  /** E.g. `POST /token`. */
  readonly request: string;
  /** E.g. `401 application/json`. */
  readonly outcome: string;
  readonly durationMs: number;
}

export interface ConnectionReport {
  readonly finding: ConnectionFinding;
  /** In the order in which they were tried. */
  readonly probes: readonly ConnectionProbe[];
}

type Result =
  | { readonly is: 'answered'; readonly status: number; readonly contentType: string; readonly text: string }
  | { readonly is: 'opaque' | 'redirected' | 'failed' | 'timed-out' };

export interface ConnectionCheckPorts extends Pick<SessionPorts, 'fetch' | 'clock'> {
  /** As far as the browser knows. */
  readonly isNetworkUp: () => boolean;
}

const PROBE_TIMEOUT_MS = 10_000;
/** No secret: what a service says to somebody it does not know is all that is wanted. */
const STRANGER = 'connection-check';

/**
 * Tries the service with calls that need no credentials, from the one nearest to real use to the plainest, until what
 * is wrong is known. `serviceAddress` must be a checked one. Rejects with the signal's reason, and for nothing else.
 */
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
    const asUsed = await probe(path, { headers, redirect: 'error' }, ' with Authorization and client_id');
    if (asUsed.is === 'answered') return findByAnswer(asUsed);
    if (asUsed.is === 'timed-out') return { kind: 'timed-out' };

    const withoutHeaders = await probe(path, { redirect: 'manual' });
    if (withoutHeaders.is === 'redirected') return { kind: 'redirected' };
    if (withoutHeaders.is === 'answered') return { kind: 'not-allowed', lacks: 'headers' };

    const withoutReading = await probe(path, { mode: 'no-cors' }, ' without reading the answer');
    if (withoutReading.is === 'opaque') return { kind: 'not-allowed', lacks: 'origin' };
    // On our own origin nobody has to allow anything: it has come back just now.
    if (withoutReading.is === 'answered') return findByAnswer(withoutReading);
    if (!ports.isNetworkUp()) return { kind: 'offline' };
    return { kind: withoutReading.is === 'timed-out' ? 'timed-out' : 'no-answer' };
  }

  async function findByAnswer(answer: Extract<Result, { is: 'answered' }>): Promise<ConnectionFinding> {
    if (isOfGateway(answer)) return { kind: 'no-service-behind', status: answer.status };
    if (!isServiceAnswer(jsonOf(answer))) return { kind: 'other-service', status: answer.status };
    const body = new URLSearchParams({ grant_type: STRANGER });
    const token = await probe(TOKEN_PATH, { method: 'POST', body, redirect: 'error' });
    if (token.is === 'timed-out') return { kind: 'timed-out' };
    if (token.is !== 'answered') return { kind: 'not-allowed', lacks: 'origin' };
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
    return result ?? { is: 'timed-out' };
  } catch {
    return { is: 'failed' };
  } finally {
    signal.removeEventListener('abort', cancel);
    controller.abort();
    tooLate.catch(() => undefined);
  }
}

async function resultOf(response: Response): Promise<Result> {
  switch (response.type) {
    case 'opaque':
      return { is: 'opaque' };
    case 'opaqueredirect':
      return { is: 'redirected' };
    case 'error':
      return { is: 'failed' };
    case 'basic':
    case 'cors':
    case 'default': {
      const { status, headers } = response;
      return {
        is: 'answered',
        status,
        contentType: headers.get('Content-Type') ?? '',
        text: await readShortText(response, METADATA_BYTES),
      };
    }
  }
}

function isOfGateway({ status }: { readonly status: number }): boolean {
  return status === 502 || status === 503 || status === 504;
}

function jsonOf(answer: Extract<Result, { is: 'answered' }>): unknown {
  const body = parseBody(answer);
  return body.isJson ? body.json : null;
}

function outcomeOf(result: Result): string {
  switch (result.is) {
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
