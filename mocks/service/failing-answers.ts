import { jsonAnswer } from './answers';
import type { EndpointName } from './endpoint-name';
import type { Fault } from './faults';
import { wait } from './wait';

/** The answer of a fault that stands in for the real one; null where the fault lets the call go on. */
export function standInAnswer(fault: Fault, endpoint: EndpointName): Response | null {
  switch (fault.kind) {
    case 'status':
      return statusAnswer(fault, endpoint);
    case 'not-succeeded':
      return jsonAnswer(200, { Data: null, Errors: fault.errors, Succeeded: false });
    case 'html':
      return new Response('<!doctype html><title>Gateway</title><h1>It works!</h1>', {
        status: fault.status,
        headers: { 'Content-Type': 'text/html' },
      });
    case 'cut':
      return Response.error();
    case 'data':
      return jsonAnswer(200, { Data: fault.data, Errors: [], Succeeded: true });
    case 'cut-midway':
    case 'delay':
    case 'trickle':
    case 'wrong-total':
    case 'wrong-key':
    case 'wrong-page':
    case 'dropped-row':
    case 'doubled-row':
    case 'other-page-rows':
      return null;
  }
}

function statusAnswer(fault: Extract<Fault, { kind: 'status' }>, endpoint: EndpointName): Response {
  const { status, messages = [`The service answers ${status}, as it was told to.`], retryAfterS } = fault;
  const headers = retryAfterS === undefined ? {} : { 'Retry-After': String(retryAfterS) };
  if (status === 401) {
    return jsonAnswer(status, { message: 'Authorization has been denied for this request.' }, headers);
  }
  if (endpoint === 'token' && status < 500 && status !== 429) {
    return jsonAnswer(status, { error: 'invalid_grant', error_description: String(messages[0]) }, headers);
  }
  return jsonAnswer(status, { Data: null, Errors: messages, Succeeded: false }, headers);
}

/** The body of an answer with its pace or its end spoilt. */
export function spoilt(answer: Response, faults: readonly Fault[], signal: AbortSignal): Response {
  return faults.reduce((spoiltAnswer, fault) => {
    if (spoiltAnswer.body === null) return spoiltAnswer;
    if (fault.kind === 'cut-midway') return withBody(spoiltAnswer, (bytes) => cutMidway(bytes, signal));
    if (fault.kind === 'trickle') {
      return withBody(spoiltAnswer, (bytes) => trickle(bytes, fault.chunkBytes, fault.intervalMs, signal));
    }
    return spoiltAnswer;
  }, answer);
}

function withBody(answer: Response, chunksOf: (bytes: Uint8Array) => AsyncGenerator<Uint8Array>): Response {
  let chunks: AsyncGenerator<Uint8Array> | null = null;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        chunks ??= chunksOf(new Uint8Array(await answer.arrayBuffer()));
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
    },
    // Nothing ahead of the reader: an error would take with it what is waiting.
    { highWaterMark: 0 },
  );
  return new Response(stream, { status: answer.status, headers: answer.headers });
}

async function* cutMidway(bytes: Uint8Array, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, Math.floor(bytes.length / 2));
  // Long enough for the first half to leave the machine.
  await wait(20, signal);
  // What a reader meets when the connection breaks.
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
