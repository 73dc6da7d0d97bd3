import type { Endpoint } from '@/contract/endpoint';
import { errorMessages, openEnvelope } from '@/contract/envelope.schema';
import {
  createHttpClient,
  DEFAULT_TIMEOUT_MS,
  type Authorization,
  type CallOptions,
  type HttpClientParts,
} from '@/shared/http/http-client';
import type { BodyPieces } from '@/shared/http/read-pieces';

/** The service, as screens call it. */
export interface ServiceClient {
  /**
   * Calls an endpoint. Rejects with ServiceError; and with InexpressibleValueError where the input cannot be written
   * in the service's notation.
   */
  readonly send: <Input, Output>(
    endpoint: Endpoint<Input, Output>,
    input: Input,
    options?: CallOptions,
  ) => Promise<Output>;
  /** As `send`, but hands on the body of a successful answer unread, envelope and all. Rejects likewise. */
  readonly receive: <Input>(
    endpoint: Endpoint<Input, unknown>,
    input: Input,
    options?: CallOptions,
  ) => Promise<BodyPieces>;
}

/** For calls that compute: a snapshot of a million rows is not taken in half a minute. */
const COMPUTING_TIMEOUT_MS = 120_000;

/** The client of the service. Where credentials come from is the caller's: the session, or a worker's line to it. */
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
    receive: async (endpoint, input, options = {}) =>
      http.receive(unreadCall(endpoint, input), withTimeout(endpoint, options)),
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
