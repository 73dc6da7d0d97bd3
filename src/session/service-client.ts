import type { Endpoint } from '@/contract/endpoint';
import { errorMessages, openEnvelope } from '@/contract/envelope.schema';
import {
  createHttpClient,
  DEFAULT_TIMEOUT_MS,
  type Authorization,
  type CallOptions,
  type HttpClientParts,
} from '@/ui/http/http-client';
import type { BodyChunks } from '@/lib/base/body-chunks';
import { UPSTREAM_HEADER } from './machine/service-binding';

/** The client that screens call the service with. */
export interface ServiceClient {
  /** Rejects with ServiceError, or with InexpressibleValueError if the service's notation cannot express the input. */
  readonly send: <Input, Output>(
    endpoint: Endpoint<Input, Output>,
    input: Input,
    options?: CallOptions,
  ) => Promise<Output>;
  /** Like `send`, but resolves to the undecoded body of a successful response, including its envelope. */
  readonly receive: <Input>(
    endpoint: Endpoint<Input, unknown>,
    input: Input,
    options?: CallOptions,
  ) => Promise<BodyChunks>;
  /** Opens an event stream, perhaps on another origin. Resolves whatever the status; the signal ends the stream, too. */
  readonly openEventStream: (address: string, signal: AbortSignal) => Promise<Response>;
}

/** For calls that compute: a snapshot of a million rows takes more than half a minute. */
const COMPUTING_TIMEOUT_MS = 120_000;

/** Creates the client of the service; the caller provides the credentials. */
export function createServiceClient<A extends Authorization>(
  parts: Omit<HttpClientParts<A>, 'openEnvelope' | 'errorMessages'>,
): ServiceClient {
  const http = createHttpClient({ ...parts, openEnvelope, errorMessages });
  return {
    send: async (endpoint, input, options = {}) =>
      http.send(
        { ...unreadCall(endpoint, input), decode: (data) => endpoint.decode(data, input) },
        withTimeout(endpoint, options),
      ),
    openEventStream: async (address, signal) =>
      http.openStream(
        { url: address, headers: (authorization) => streamHeaders(address, authorization) },
        signal,
      ),
    receive: async (endpoint, input, options = {}) =>
      http.receive(unreadCall(endpoint, input), withTimeout(endpoint, options)),
  };
}

function streamHeaders(address: string, { serviceAddress, headers }: Authorization): Record<string, string> {
  const { [UPSTREAM_HEADER]: upstream, ...others } = headers;
  // The pass-through alone reads the upstream header; a stream on another origin would have to allow it.
  const isSameOrigin = new URL(address).origin === new URL(serviceAddress).origin;
  return {
    Accept: 'text/event-stream',
    ...others,
    ...(isSameOrigin && upstream !== undefined && { [UPSTREAM_HEADER]: upstream }),
  };
}

function unreadCall<Input>(endpoint: Endpoint<Input, unknown>, input: Input) {
  return {
    name: endpoint.name,
    method: endpoint.method,
    path: endpoint.path(input),
    body: endpoint.body?.(input),
    isRead: endpoint.isRead,
    maxBytes: endpoint.maxBytes,
    permission: endpoint.permission,
  };
}

function withTimeout<Input>(endpoint: Endpoint<Input, unknown>, options: CallOptions): CallOptions {
  const usualMs = endpoint.body === undefined ? DEFAULT_TIMEOUT_MS : COMPUTING_TIMEOUT_MS;
  return { ...options, timeoutMs: options.timeoutMs ?? usualMs };
}
