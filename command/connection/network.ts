import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FetchPort } from '@/ui/http/send-request';

export interface Network {
  readonly fetch: FetchPort;
  /** The system's code for the last failed connection, such as `ECONNREFUSED`; null after a response. */
  readonly problemCode: () => string | null;
  readonly close: () => void;
}

const BODYLESS_STATUSES = new Set([204, 205, 304]);

/**
 * Creates a network on Node's HTTP client. Node's `fetch` is not used, because it takes no certificate authority and resolves for
 * redirects, which the console refuses. `certificateAuthority` is PEM text, trusted in addition to the usual authorities.
 */
export function openNetwork(certificateAuthority: string | null): Network {
  const httpAgent = new HttpAgent({ keepAlive: true });
  const httpsAgent = new HttpsAgent({
    keepAlive: true,
    ...(certificateAuthority !== null && { ca: [...rootCertificates, certificateAuthority] }),
  });
  let problemCode: string | null = null;

  async function send(request: Request): Promise<Response> {
    const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
    const url = new URL(request.url);
    const isSecure = url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const sent = (isSecure ? httpsRequest : httpRequest)(
        url,
        {
          method: request.method,
          agent: isSecure ? httpsAgent : httpAgent,
          headers: {
            ...Object.fromEntries(request.headers),
            'Accept-Encoding': 'gzip, br, deflate',
            ...(body !== null && { 'Content-Length': String(body.length) }),
          },
          signal: request.signal,
        },
        (message) => {
          problemCode = null;
          try {
            resolve(responseOf(message));
          } catch (error) {
            message.destroy();
            reject(error instanceof Error ? error : new TypeError('no response'));
          }
        },
      );
      sent.once('error', (error) => {
        if ('code' in error && typeof error.code === 'string' && !request.signal.aborted) {
          problemCode = error.code;
        }
        reject(error);
      });
      sent.end(body);
    });
  }

  return {
    fetch: send,
    problemCode: () => problemCode,
    close: () => {
      httpAgent.destroy();
      httpsAgent.destroy();
    },
  };
}

/** Throws for a redirect, because following it would send the credentials to any address that it names. */
function responseOf(message: IncomingMessage): Response {
  const status = message.statusCode ?? 0;
  if (status >= 300 && status < 400) throw new TypeError('redirected');
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  if (BODYLESS_STATUSES.has(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(decoded(message, headers)) as ReadableStream<Uint8Array<ArrayBuffer>>, {
    status,
    headers,
  });
}

function decoded(message: IncomingMessage, headers: Headers): Readable {
  const decoder = decoderOf(headers.get('Content-Encoding') ?? '');
  if (decoder === null) return message;
  headers.delete('Content-Encoding');
  // `Content-Length` counts the compressed bytes.
  headers.delete('Content-Length');
  // Ends the body with an error if the connection is cut, because the reader would otherwise wait forever.
  message.once('error', (error) => decoder.destroy(error));
  message.once('aborted', () => decoder.destroy(new Error('aborted')));
  return message.pipe(decoder);
}

function decoderOf(encoding: string) {
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
    default:
      return null;
  }
}

const CERTIFICATE_CODES =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY))/;

/** Whether a connection failed because the server's certificate is not trusted. */
export function isCertificateCode(code: string | null): code is string {
  return code !== null && CERTIFICATE_CODES.test(code);
}
