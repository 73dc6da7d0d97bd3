import type { ServiceDescription } from '@/contract/service-description';
import { jsonResponse } from './responses';
import { refusalBody, successBody } from './service-dialect';
import type { EndpointName } from './endpoint-name';
import type { Fault } from './faults';
import { wait } from './wait';

/** Returns the response that a fault sends instead of the real one; null if the fault lets the call continue. */
export function substituteResponse(
  fault: Fault,
  endpoint: EndpointName,
  description: ServiceDescription,
): Response | null {
  switch (fault.kind) {
    case 'status':
      return statusResponse(fault, endpoint, description);
    case 'not-succeeded':
      return jsonResponse(200, refusalBody(description, fault.errors));
    case 'html':
      return new Response('<!doctype html><title>Gateway</title><h1>It works!</h1>', {
        status: fault.status,
        headers: { 'Content-Type': 'text/html' },
      });
    case 'cut':
      return Response.error();
    case 'data':
      return jsonResponse(200, successBody(description, fault.data));
    case 'cut-midway':
    case 'delay':
    case 'trickle':
    case 'wrong-total':
    case 'wrong-key':
    case 'wrong-page':
    case 'dropped-row':
    case 'doubled-row':
    case 'other-page-rows':
    case 'same-values':
      return null;
  }
}

function statusResponse(
  fault: Extract<Fault, { kind: 'status' }>,
  endpoint: EndpointName,
  description: ServiceDescription,
): Response {
  const { status, messages = [`The service answers ${status}, as it was set to.`], retryAfterS } = fault;
  const headers = retryAfterS === undefined ? {} : { 'Retry-After': String(retryAfterS) };
  if (status === 401) {
    return jsonResponse(status, { message: 'Authorization has been denied for this request.' }, headers);
  }
  if (endpoint === 'token' && status < 500 && status !== 429) {
    return jsonResponse(status, { error: 'invalid_grant', error_description: String(messages[0]) }, headers);
  }
  return jsonResponse(status, refusalBody(description, messages), headers);
}

/** Returns the response with its body slowed down or cut off. */
export function corrupt(response: Response, faults: readonly Fault[], signal: AbortSignal): Response {
  return faults.reduce((corruptResponse, fault) => {
    if (corruptResponse.body === null) return corruptResponse;
    if (fault.kind === 'cut-midway') return withBody(corruptResponse, (bytes) => cutMidway(bytes, signal));
    if (fault.kind === 'trickle') {
      return withBody(corruptResponse, (bytes) => trickle(bytes, fault.chunkBytes, fault.intervalMs, signal));
    }
    return corruptResponse;
  }, response);
}

function withBody(response: Response, chunksOf: (bytes: Uint8Array) => AsyncGenerator<Uint8Array>): Response {
  let chunks: AsyncGenerator<Uint8Array> | null = null;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        chunks ??= chunksOf(new Uint8Array(await response.arrayBuffer()));
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
    },
    // Nothing is buffered, because an error would discard buffered chunks that the reader should still receive.
    { highWaterMark: 0 },
  );
  return new Response(stream, { status: response.status, headers: response.headers });
}

async function* cutMidway(bytes: Uint8Array, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, Math.floor(bytes.length / 2));
  // Waits until the first half has surely been sent.
  await wait(20, signal);
  // Throws the error that a reader gets when a connection is cut.
  throw new TypeError('The connection was cut.');
}

async function* trickle(
  bytes: Uint8Array,
  chunkBytes: number,
  intervalMs: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    yield bytes.subarray(start, start + chunkBytes);
    await wait(intervalMs, signal);
  }
}
