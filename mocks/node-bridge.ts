import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { constants, createGzip } from 'node:zlib';

/** Adapts a handler of Fetch API requests to Node's HTTP server. The request's signal is aborted when the caller disconnects. */
export function nodeListener(
  handle: (request: Request, remoteAddress: string) => Promise<Response>,
  { isGzipAllowed }: { isGzipAllowed: boolean },
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const goneAway = new AbortController();
    outgoing.once('close', () => goneAway.abort());
    const request = webRequest(incoming, goneAway.signal);
    const response = await handle(request, incoming.socket.remoteAddress ?? '');
    // A response of type `error` means that the connection must be cut.
    if (response.type === 'error') return void incoming.socket.destroy();
    const gzip = isGzipAllowed && canGzip(request, response) ? fastGzip() : null;
    outgoing.statusCode = response.status;
    outgoing.setHeaders(response.headers);
    if (gzip !== null) outgoing.setHeader('Content-Encoding', 'gzip');
    outgoing.setHeader('Vary', 'Accept-Encoding');
    if (response.body === null) return void outgoing.end();
    const body = Readable.fromWeb(response.body as ReadableStream);
    // Sends the headers at once, so that an event stream begins before its first event.
    outgoing.flushHeaders();
    await (gzip === null ? pipeline(body, outgoing) : pipeline(body, gzip, outgoing));
  }

  return (incoming, outgoing) => {
    respond(incoming, outgoing).catch((error: unknown) => {
      const isCallerGone = outgoing.closed || incoming.socket.destroyed;
      if (!isCallerGone && !outgoing.headersSent) {
        outgoing.statusCode = 500;
        outgoing.end(String(error));
      } else {
        incoming.socket.destroy();
      }
    });
  };
}

function webRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  return new Request(`${scheme}://${incoming.headers.host ?? 'localhost'}${incoming.url ?? '/'}`, {
    method: incoming.method ?? 'GET',
    headers,
    signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as BodyInit, duplex: 'half' }),
  });
}

function canGzip(request: Request, response: Response): boolean {
  const isAccepted = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return isAccepted && isJson;
}

function fastGzip(): Transform {
  return createGzip({ level: constants.Z_BEST_SPEED });
}
