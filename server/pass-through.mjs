import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { rootCertificates } from 'node:tls';
import { Agent, EnvHttpProxyAgent } from 'undici';
import {
  ADDRESS_REFUSED,
  addressBelow,
  decoded,
  frameProblem,
  hasBody,
  OWN_RESPONSE_HEADERS,
  passedRequestHeaders,
  passedResponseHeaders,
  TOKEN_PATH,
  UPSTREAM_HEADER,
} from './passed-messages.mjs';
import { isLoopback, isLoopbackHost, proxyFor } from './service-address.mjs';
import { isOnRefusedConnection, refuseConnection, sendText } from './static-files.mjs';
import { KEPT_HEADER, otherCustody, saysRefreshToken } from './token-custody.mjs';

const CONNECT_TIMEOUT_MS = 10_000;

/** How long an idle connection is kept. Services keep it longer (Node: 5 s): a request on a connection that they close may be lost. */
const IDLE_CONNECTION_MS = 4_000;

/** The limit for a token call or its response, which are short. */
const LONGEST_TOKEN_BODY_BYTES = 256 * 1024;
const TOKEN_TIMEOUT_MS = 60_000;

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {(request: import('./token-custody.mjs').TokenRequest, ask: (form: URLSearchParams) => Promise<import('./token-custody.mjs').TokenAnswer>) => Promise<import('./token-custody.mjs').TokenAnswer>} TokenAnswering */

/**
 * @typedef {object} Custody
 * @property {TokenAnswering} answer answers the page's token calls, and asks the service for the tokens
 * @property {(path: string) => boolean} passes whether another call is passed through, by the call's path below the service's base
 */

/**
 * Passes requests on to a service, streaming bodies both ways, so that the console and the service share an origin.
 * undici alone writes the framing of each request, from what Node has read (docs/decisions/pass-through.md).
 * @param {object} options
 * @param {URL} options.address the service's base address
 * @param {string} options.mountPath the console's path for that address, e.g. `/papi`
 * @param {string} [options.certificateAuthority] PEM text; trusted in addition to the usual authorities
 * @param {boolean} [options.isAnyCertificateAccepted] accepts any certificate of a service on this machine
 * @param {string} [options.consoleOrigin] the origin at which users open the console; by default any name of this machine
 * @param {() => Custody | undefined} [options.custody] if it returns undefined, token calls are passed through like all others
 * @returns {{ handle: (request: Request, response: Response) => void, close: () => Promise<void> }}
 */
export function createPassThrough({
  address,
  mountPath,
  certificateAuthority,
  isAnyCertificateAccepted = false,
  consoleOrigin,
  custody = () => undefined,
}) {
  const basePath = address.pathname.replace(/\/$/, '');
  const dispatcher = dispatcherFor(address, {
    ...(certificateAuthority !== undefined && { ca: [...rootCertificates, certificateAuthority] }),
    // A local address alone is no reason to accept any certificate: a program of any user may listen there, and would get the password.
    rejectUnauthorized: !(isAnyCertificateAccepted && isLoopback(address.hostname)),
  });

  /** @type {(request: Request, response: Response) => void} */
  const handle = (request, response) => {
    if (isOnRefusedConnection(request)) return;
    for (const [name, value] of Object.entries(OWN_RESPONSE_HEADERS)) response.setHeader(name, value);
    const problem = frameProblem(request);
    if (problem) {
      refuseConnection(request, response, problem);
      return;
    }
    if (!isFromConsole(request, consoleOrigin)) {
      const consoleThere = consoleOrigin === undefined ? 'console on this machine' : 'console';
      sendText(response, 403, `Only the ${consoleThere} may use this way to the service.`);
      return;
    }
    const meant = request.headers[UPSTREAM_HEADER];
    if (meant !== undefined && meant !== address.href) {
      refuseMisdirected(response);
      return;
    }
    const below = addressBelow(request.url ?? '', mountPath);
    if (below === undefined) {
      sendText(response, 400, ADDRESS_REFUSED);
      return;
    }
    const path = decoded(below.replace(/\?.*$/s, '')) ?? '';
    const isToken = isTokenPath(path);
    const keeping = custody();
    if (isToken && keeping) {
      // Every browser sends one of these headers with a script's POST. A caller that sends neither does not get the cookie.
      const { origin, 'sec-fetch-site': site } = request.headers;
      if (origin === undefined && site === undefined)
        sendText(response, 403, 'Only the console signs in here.');
      else void answerTokenCall(request, response, keeping.answer);
      return;
    }
    if (keeping && !(keeping.passes(path) && isJsonOrNone(request))) {
      // The service may accept more spellings of the token call than we know, and its answer would contain the refresh token.
      sendText(response, 403, 'Only what the console calls is passed on.');
      return;
    }
    if (isToken && request.headers[KEPT_HEADER] !== undefined) {
      // The page relies on a custody that has ended: the service cannot read the page's calls, and a new token would be lost.
      const { status, headers, body } = otherCustody();
      response.writeHead(status, headers).end(body);
      return;
    }
    void pass(request, response, below, keeping !== undefined);
  };
  return { handle, close: () => dispatcher.destroy() };

  /**
   * @param {Request} request @param {Response} response @param {string} below the request's address below the service's base
   * @param {boolean} isKeeping whether the server keeps refresh tokens from the page
   */
  async function pass(request, response, below, isKeeping) {
    const leaving = new AbortController();
    // Once the client has disconnected, the call to the service is aborted.
    response.once('close', () => leaving.abort());
    const headers = passedRequestHeaders(request);
    const { 'content-length': length } = request.headers;
    try {
      const answer = await dispatcher.request({
        origin: address.origin,
        path: pathAt(below),
        method: /** @type {import('undici').Dispatcher.HttpMethod} */ (request.method),
        headers:
          length === undefined || !hasBody(request) ? headers : { ...headers, 'content-length': length },
        body: hasBody(request) ? bodyOf(request) : null,
        signal: leaving.signal,
        // There are no timeouts, because the page decides how long an answer may take and how long an event stream may be silent.
        headersTimeout: 0,
        bodyTimeout: 0,
        // undici takes a status below 100 for an interim response.
        onInfo: ({ statusCode }) => {
          if (statusCode < 100) leaving.abort(oddStatus(statusCode));
        },
      });
      const { statusCode, body } = answer;
      if (statusCode < 200 || statusCode > 599) {
        body.destroy();
        throw oddStatus(statusCode);
      }
      const passed = Object.entries(headersHere(answer)).filter(
        ([, value]) => !isKeeping || !saysRefreshToken(value),
      );
      response.writeHead(statusCode, Object.fromEntries(passed));
      // The headers are sent immediately, because those of an event stream come long before its body.
      response.flushHeaders();
      await pipeline(body, response);
    } catch (error) {
      fail(response, error);
    }
  }

  /** @param {Request} request @param {Response} response @param {TokenAnswering} answering */
  async function answerTokenCall(request, response, answering) {
    const { method = 'GET', headers } = request;
    try {
      const body = await shortText(request.iterator({ destroyOnReturn: false }));
      if (body === undefined) {
        refuseConnection(request, response, { status: 413, text: 'This is more than a token call has.' });
        return;
      }
      const answer = await answering({ method, headers, body }, (form) => sendForm(request, form));
      if (!response.destroyed) response.writeHead(answer.status, answer.headers).end(answer.body);
    } catch (error) {
      fail(response, error);
    }
  }

  /**
   * Sends a token call, even if the page has disconnected, because the service does not issue the same token twice.
   * @type {(request: Request, form: URLSearchParams) => Promise<import('./token-custody.mjs').TokenAnswer>}
   */
  async function sendForm(request, form) {
    const answer = await dispatcher.request({
      origin: address.origin,
      path: pathAt(TOKEN_PATH),
      method: 'POST',
      headers: {
        ...passedRequestHeaders(request),
        'accept-encoding': 'identity',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: form.toString(),
      headersTimeout: TOKEN_TIMEOUT_MS,
      bodyTimeout: TOKEN_TIMEOUT_MS,
    });
    const body = await shortText(answer.body);
    if (body === undefined) throw new Error('it answers more than a token call has');
    const { 'content-length': _, ...headers } = headersHere(answer);
    return { status: answer.statusCode, headers, body };
  }

  /** @param {string} below @returns {string} the path at the service */
  function pathAt(below) {
    return below.startsWith('?') && basePath === '' ? `/${below}` : basePath + below || '/';
  }

  /** @param {import('undici').Dispatcher.ResponseData} answer */
  function headersHere(answer) {
    const headers = passedResponseHeaders(answer.headers);
    const { location } = headers;
    return location === undefined
      ? headers
      : { ...headers, location: locationHere(location, address, basePath, mountPath) };
  }

  /** @param {Response} response @param {unknown} error */
  function fail(response, error) {
    if (response.destroyed) return;
    if (response.headersSent) response.destroy();
    else sendText(response, 502, unreachable(error instanceof Error ? error : new Error(String(error))));
  }

  /** With a `consoleOrigin`, only the server's own output names addresses of the network. @param {Error} error */
  function unreachable(error) {
    const text = unreachableText(address, error);
    if (consoleOrigin === undefined) return text;
    console.error(text);
    return "The service cannot be reached. The output of the console's server says why.";
  }
}

/** @type {(address: URL, tls: { ca?: string[], rejectUnauthorized: boolean }) => import('undici').Dispatcher} */
function dispatcherFor(address, tls) {
  const options = {
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    connect: { ...tls, timeout: CONNECT_TIMEOUT_MS },
  };
  const found = proxyFor(address);
  if (!found) return new Agent(options);
  const isSecure = address.protocol === 'https:';
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: isSecure ? '' : found.proxy,
    httpsProxy: isSecure ? found.proxy : '',
    noProxy: found.excepted,
    requestTls: options.connect,
    // The certificate of the proxy may come from the same authority.
    proxyTls: { ...options.connect, rejectUnauthorized: true },
    // Proxies refuse to tunnel unencrypted traffic, but forward unencrypted requests.
    proxyTunnel: isSecure,
  });
}

/** Copies the body, because undici destroys the stream that it reads, which would end the request's connection. @param {Request} request */
function bodyOf(request) {
  const body = request.pipe(new PassThrough());
  // The service may answer before it has read the whole body. The rest of the request is then discarded.
  body.once('close', () => request.resume());
  return body;
}

/** Recognizes every spelling of the token call that a service may accept: its answer has a refresh token. @param {string} path decoded */
function isTokenPath(path) {
  return (
    path
      .replaceAll(/[\\/]+/g, '/')
      .replace(/\/$/, '')
      .toLowerCase() === TOKEN_PATH
  );
}

/** Whether a request has a JSON body or no body, like all calls of the console except the token call. @param {Request} request */
function isJsonOrNone(request) {
  return !hasBody(request) || /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
}

/** @param {AsyncIterable<Buffer>} chunks @returns {Promise<string | undefined>} undefined if it is too long for a token call */
async function shortText(chunks) {
  const read = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > LONGEST_TOKEN_BODY_BYTES) return undefined;
    read.push(chunk);
  }
  return Buffer.concat(read).toString('utf8');
}

/** @param {number} status */
function oddStatus(status) {
  return new Error(`it answers with the status ${status}, which there is not`);
}

/**
 * Whether a request comes from a script of the console's own origin, by the headers that the browser sends. Programs, and browsers without
 * these headers, are let through if they call the console by its name: they have no credentials except those that they send.
 * @param {Request} request @param {string} [consoleOrigin] default: any name of this machine
 */
function isFromConsole({ headers }, consoleOrigin) {
  const { host, origin } = headers;
  const ownOrigin = consoleOrigin ?? (isLoopbackHost(host) ? `http://${host}` : undefined);
  if (ownOrigin === undefined || new URL(ownOrigin).host !== host) return false;
  if (origin !== undefined && origin !== ownOrigin) return false;
  return (
    (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin' &&
    // This refuses requests for a page, a frame, a script, a worker or an image.
    (headers['sec-fetch-dest'] ?? 'empty') === 'empty'
  );
}

/** Refuses a page that was opened for another service. This service must not see its credentials. @param {Response} response */
function refuseMisdirected(response) {
  const message = 'This page was opened for another service than the one that is served here now. Reload it.';
  response.writeHead(421, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ Data: null, Errors: [message], Succeeded: false }));
}

/** @param {string} location @param {URL} address @param {string} basePath @param {string} mountPath */
function locationHere(location, address, basePath, mountPath) {
  const target = URL.canParse(location, address) ? new URL(location, address) : undefined;
  if (target?.origin !== address.origin || !`${target.pathname}/`.startsWith(`${basePath}/`)) return location;
  return mountPath + target.pathname.slice(basePath.length) + target.search;
}

/** @param {URL} address @param {Error & { code?: string }} error */
function unreachableText(address, error) {
  // The message may contain the proxy's address with its password, which is removed.
  const reason = (error.message || error.code || 'unknown reason').replaceAll(/\/\/\S*@/g, '//');
  const isCertificate = /certificate|CERT|self.signed/.test(`${reason} ${error.code ?? ''}`);
  return [
    `The service at ${address.href} cannot be reached: ${reason}.`,
    ...(isCertificate
      ? [
          `Give the file of its certificate authority with --ca${isLoopback(address.hostname) ? ', or start with --insecure-localhost' : ''}.`,
        ]
      : []),
  ].join('\n');
}
