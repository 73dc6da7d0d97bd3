import type { Dialect } from '@/contract/dialect';
import type { Endpoint } from '@/contract/endpoint';
import { errorMessages, openEnvelope } from '@/contract/envelope.schema';
import {
  createHttpClient,
  DEFAULT_TIMEOUT_MS,
  type Authorization,
  type CallOptions,
  type ExchangeRequest,
  type HttpClientParts,
  type ReceivedBody,
} from '@/ui/http/http-client';
import { textChunks, type BodyChunks } from '@/lib/base/body-chunks';
import { insteadOfJson, mismatchLocation, parseBody } from '@/ui/http/read-response';
import { noteRequestOfBody, requestIdsOfBody } from '@/ui/http/request-id';
import type { ServiceResponse } from '@/ui/http/send-request';
import { ServiceError, withRequestIds } from '@/ui/http/service-error';
import { UPSTREAM_HEADER } from './machine/service-binding';

/** The client that screens use to call the service. */
export interface ServiceClient {
  /** How a described service writes its messages; null or absent if it writes them as the contract says. */
  readonly dialect?: Dialect | null | undefined;
  /** Rejects with ServiceError, or with InexpressibleValueError if the input cannot be written in the service's notation. */
  readonly send: <Input, Output>(
    endpoint: Endpoint<Input, Output>,
    input: Input,
    options?: CallOptions,
  ) => Promise<Output>;
  /** Like `send`, but resolves to the unparsed body of a successful response, with its envelope, in the notation of the contract. */
  readonly receive: <Input>(
    endpoint: Endpoint<Input, unknown>,
    input: Input,
    options?: CallOptions,
  ) => Promise<BodyChunks>;
  /** Sends a request once and resolves to the answer of any status, as it is; for the check of a service. Rejects with ServiceError. */
  readonly exchange: (request: ExchangeRequest, options?: CallOptions) => Promise<ServiceResponse>;
  /** Opens an event stream, which may be on another origin. Resolves for every HTTP status. The signal also ends the open stream. */
  readonly openEventStream: (address: string, signal: AbortSignal) => Promise<Response>;
}

/** The timeout of calls that make the service compute: a snapshot of a million rows takes more than half a minute. */
const COMPUTING_TIMEOUT_MS = 120_000;

/** Creates the client of the service. `parts` provide the credentials. */
export function createServiceClient<A extends Authorization>(
  parts: Omit<HttpClientParts<A>, 'openEnvelope' | 'errorMessages'> & Pick<ServiceClient, 'dialect'>,
): ServiceClient {
  const { dialect = null } = parts;
  const readers = dialect === null ? { openEnvelope, errorMessages } : dialect;
  const http = createHttpClient({
    ...parts,
    openEnvelope: readers.openEnvelope,
    errorMessages: readers.errorMessages,
  });
  const inDialect = <Input, Output>(endpoint: Endpoint<Input, Output>) =>
    dialect === null ? endpoint : (endpoint.inDialect?.(dialect) ?? endpoint);
  return {
    dialect,
    send: async (contractEndpoint, input, options = {}) => {
      const endpoint = inDialect(contractEndpoint);
      requireSnapshot(endpoint, input);
      return http.send(
        { ...unreadCall(endpoint, input), decode: (data, header) => endpoint.decode(data, input, header) },
        withTimeout(endpoint, options),
      );
    },
    exchange: http.exchange,
    openEventStream: async (address, signal) =>
      http.openStream(
        { url: address, headers: (authorization) => streamHeaders(address, authorization) },
        signal,
      ),
    receive: async (contractEndpoint, input, options = {}) => {
      const endpoint = inDialect(contractEndpoint);
      requireSnapshot(endpoint, input);
      const received = await http.receive(unreadCall(endpoint, input), withTimeout(endpoint, options));
      return endpoint.rewrite === undefined ? received.body : rewritten(received, endpoint, input);
    },
  };
}

/** Rewrites a body in the notation of the contract, so that workers, and files that keep bodies, need no other notation. */
function rewritten<Input>(
  { body, header }: ReceivedBody,
  { name, rewrite }: Endpoint<Input, unknown>,
  input: Input,
): BodyChunks {
  const ids = requestIdsOfBody(body);
  const text = [...textChunks(body)].join('');
  try {
    const chunks = rewrite?.(text, input, header) ?? [];
    noteRequestOfBody(chunks, ids);
    return chunks;
  } catch (error) {
    const parsed = parseBody({ text, contentType: '' });
    const what = parsed.isJson ? mismatchLocation(error, 'response') : insteadOfJson(text, parsed);
    const detail = `${name}: ${what}`;
    throw new ServiceError(withRequestIds({ kind: 'malformed', detail }, ids), 200);
  }
}

function streamHeaders(address: string, { serviceAddress, headers }: Authorization): Record<string, string> {
  const { [UPSTREAM_HEADER]: upstream, ...others } = headers;
  // Only the pass-through reads this header. A stream on another origin would have to allow it by CORS, so it is left out there.
  const isSameOrigin = new URL(address).origin === new URL(serviceAddress).origin;
  return {
    Accept: 'text/event-stream',
    ...others,
    ...(isSameOrigin && upstream !== undefined && { [UPSTREAM_HEADER]: upstream }),
  };
}

/** Throws a ServiceError for a page of a snapshot that the service cannot have, so that nothing is sent. */
function requireSnapshot<Input>({ isGone }: Endpoint<Input, unknown>, input: Input): void {
  if (isGone?.(input) === true) throw new ServiceError({ kind: 'expired-snapshot', messages: [] });
}

function unreadCall<Input>(endpoint: Endpoint<Input, unknown>, input: Input) {
  return {
    name: endpoint.name,
    method: endpoint.method,
    path: endpoint.path(input),
    headers: endpoint.headers?.(input),
    body: endpoint.body?.(input),
    isRead: endpoint.isRead,
    maxBytes: endpoint.maxBytes,
    header: endpoint.header ?? null,
    permission: endpoint.permission,
    goneStatus: endpoint.goneStatus?.(input),
  };
}

function withTimeout<Input>(endpoint: Endpoint<Input, unknown>, options: CallOptions): CallOptions {
  const usualMs = endpoint.body === undefined ? DEFAULT_TIMEOUT_MS : COMPUTING_TIMEOUT_MS;
  return { ...options, timeoutMs: options.timeoutMs ?? usualMs };
}
