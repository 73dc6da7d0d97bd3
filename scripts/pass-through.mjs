import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { rootCertificates } from 'node:tls';
import { sendText } from './static-files.mjs';
import { KEPT_HEADER, otherCustody } from './token-custody.mjs';

/** They speak about one connection, not about the message (RFC 9110, section 7.6.1). */
export const HOP_BY_HOP_HEADERS = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** In it the page names the service it means; see `answerMisdirected`. */
const UPSTREAM_HEADER = 'x-upstream-address';

/**
 * Says who calls, or what other programs have left in the browser under the name of this machine: cookies belong to a
 * host whatever its port.
 */
export const HEADERS_KEPT_HERE = ['cookie', 'cookie2', 'origin', 'referer', UPSTREAM_HEADER];

/**
 * All that a page reads of a response. Everything else a service could say would be said in the name of the console's
 * own origin: set cookies, clear its storage, preload, open it to other origins, ask for a password in a box of the
 * browser's own. The list of such headers grows with the browsers; this one does not.
 */
export const PASSED_RESPONSE_HEADERS = new Set([
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'date',
  'location',
  'retry-after',
  'x-correlation-id',
  'x-request-id',
]);

/** On every response: opened as a page it runs nothing, loads nothing and has no origin. */
export const OWN_RESPONSE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Below the service's base address. */
export const TOKEN_PATH = '/token';

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Idle connections are closed sooner than services close them (Node after 5 seconds): a request on a connection that is
 * being closed is lost, and nobody knows whether the service has seen it.
 */
const IDLE_CONNECTION_MS = 4_000;

/** A token call and its response are short. */
const LONGEST_TOKEN_BODY_BYTES = 256 * 1024;

/** @typedef {(request: import('./token-custody.mjs').TokenRequest, ask: (form: URLSearchParams) => Promise<import('./token-custody.mjs').TokenAnswer>) => Promise<import('./token-custody.mjs').TokenAnswer>} TokenAnswering */

/**
 * Hands requests on to a service, bodies streaming both ways, so that the console and the service share an origin.
 * @param {object} options
 * @param {URL} options.address the service's base address
 * @param {string} options.mountPath what stands for it here, e.g. `/papi`
 * @param {string} [options.certificateAuthority] PEM text; trusted in addition to the usual authorities
 * @param {boolean} [options.isAnyCertificateAccepted] not to look at the certificate, for a service on this machine
 * @param {string} [options.consoleOrigin] where people open the console; by default any name of this machine
 * @param {() => TokenAnswering | undefined} [options.tokenAnswering] answers token calls in place of the service, which it
 *   asks; undefined: they are passed through as all others
 * @returns {{ handle: (request: http.IncomingMessage, response: http.ServerResponse) => void, close: () => void }}
 */
export function createPassThrough({
  address,
  mountPath,
  certificateAuthority,
  isAnyCertificateAccepted = false,
  consoleOrigin,
  tokenAnswering = () => undefined,
}) {
  const isSecure = address.protocol === 'https:';
  const basePath = address.pathname.replace(/\/$/, '');
  const connections = { keepAlive: true, timeout: IDLE_CONNECTION_MS, ...proxyOptions(address) };
  const agent = isSecure
    ? new https.Agent({
        ...connections,
        ...(certificateAuthority !== undefined && { ca: [...rootCertificates, certificateAuthority] }),
        // Any program of any user may listen on this machine, and would get the password: it is no exception by itself.
        rejectUnauthorized: !(isAnyCertificateAccepted && isLoopback(address.hostname)),
      })
    : new http.Agent(connections);

  /** @type {(request: http.IncomingMessage, response: http.ServerResponse) => void} */
  const handle = (request, response) => {
    for (const [name, value] of Object.entries(OWN_RESPONSE_HEADERS)) response.setHeader(name, value);
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
    const isToken = isTokenCall(request, mountPath);
    const keeping = tokenAnswering();
    const answering = isToken ? keeping : undefined;
    if (keeping && !isToken && isForm(request)) {
      // Of a spelling of the token call that the service may know and we do not: its answer would have the refresh token.
      sendText(response, 403, 'Only the token call sends a form.');
      return;
    }
    if (isToken && !answering && request.headers[KEPT_HEADER] !== undefined) {
      // Opened while this server kept the tokens: what it sends means nothing to the service, or is a password whose token nobody would keep.
      const { status, headers, body } = otherCustody();
      response.writeHead(status, headers).end(body);
      return;
    }
    if (answering) {
      // What every browser says of a script's POST, one way or the other. The cookie is for nobody who does not.
      const { origin, 'sec-fetch-site': site } = request.headers;
      if (origin === undefined && site === undefined) {
        sendText(response, 403, 'Only the console signs in here.');
        return;
      }
      void answerTokenCall(request, response, answering);
      return;
    }
    const upstream = requestUpstream(request, (request.url ?? '').slice(mountPath.length), {});
    upstream.on('response', (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, headersHere(upstreamResponse));
      // An event stream has a head long before it has a body.
      response.flushHeaders();
      upstreamResponse.on('error', () => response.destroy());
      upstreamResponse.pipe(response);
    });
    upstream.on('error', (error) => {
      // It may come twice, as where a proxy refuses: what has been said of it by then is the whole response.
      if (response.headersSent && !response.writableEnded) response.destroy();
      else if (!response.headersSent && !response.destroyed) sendText(response, 502, unreachable(error));
      request.unpipe(upstream);
      request.resume();
    });
    // The client has disconnected, so the service need not continue.
    response.on('close', () => {
      if (!response.writableFinished) upstream.destroy();
    });
    request.on('error', () => upstream.destroy());
    request.pipe(upstream);
  };
  return { handle, close: () => agent.destroy() };

  /**
   * What is said of it where the console is: addresses of the company's network are for who runs this server alone, if
   * others open the console.
   * @param {Error} error
   */
  function unreachable(error) {
    const text = unreachableText(address, error);
    if (consoleOrigin === undefined) return text;
    console.error(text);
    return "The service cannot be reached. The output of the console's server says why.";
  }

  /**
   * @param {http.IncomingMessage} request what it is sent for
   * @param {string} path below the service's base address
   * @param {http.OutgoingHttpHeaders} changes to what the request says
   */
  function requestUpstream(request, path, changes) {
    const headers = withoutHopByHop(request.headers);
    for (const name of [...HEADERS_KEPT_HERE, KEPT_HEADER]) delete headers[name];
    const upstream = (isSecure ? https : http).request({
      agent,
      // URL keeps the brackets of an IPv6 address, sockets do not want them.
      hostname: address.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: address.port,
      method: request.method,
      path: basePath + path,
      headers: { ...headers, ...changes, host: address.host },
    });
    failWhenConnectingTakesLong(upstream);
    return upstream;
  }

  /** @param {http.IncomingMessage} upstreamResponse */
  function headersHere(upstreamResponse) {
    const headers = passedHeaders(upstreamResponse.headers);
    const { location } = headers;
    return typeof location === 'string'
      ? { ...headers, location: locationHere(location, address, basePath, mountPath) }
      : headers;
  }

  /**
   * @param {http.IncomingMessage} request
   * @param {http.ServerResponse} response
   * @param {TokenAnswering} answering
   */
  async function answerTokenCall(request, response, answering) {
    try {
      const { method = 'GET', headers } = request;
      const call = { method, headers, body: await shortText(request) };
      const answer = await answering(call, (form) => sendForm(request, response, form));
      response.writeHead(answer.status, answer.headers).end(answer.body);
    } catch (error) {
      if (response.destroyed || !(error instanceof Error)) return;
      sendText(response, 502, unreachable(error));
    }
  }

  /**
   * @param {http.IncomingMessage} request
   * @param {http.ServerResponse} response
   * @param {URLSearchParams} form
   * @returns {Promise<import('./token-custody.mjs').TokenAnswer>}
   */
  async function sendForm(request, response, form) {
    const body = form.toString();
    const upstream = requestUpstream(request, TOKEN_PATH, {
      'accept-encoding': 'identity',
      'content-length': Buffer.byteLength(body),
    });
    response.on('close', () => {
      if (!response.writableFinished) upstream.destroy();
    });
    // Who waits for the response or its body learns of it.
    upstream.on('error', () => undefined);
    upstream.end(body);
    const [upstreamResponse] = await once(upstream, 'response');
    const headers = headersHere(upstreamResponse);
    delete headers['content-length'];
    return { status: upstreamResponse.statusCode ?? 502, headers, body: await shortText(upstreamResponse) };
  }
}

/**
 * However its path is spelt: a service may read one spelling as another, and the answer has a refresh token.
 * @param {http.IncomingMessage} request
 * @param {string} mountPath
 */
function isTokenCall({ url = '' }, mountPath) {
  try {
    const pathname = decodeURIComponent(new URL(url.replace(/^\/+/, '/'), 'http://localhost').pathname);
    return (
      pathname
        .replaceAll(/[\\/]+/g, '/')
        .replace(/\/$/, '')
        .toLowerCase() ===
      mountPath + TOKEN_PATH
    );
  } catch {
    return false;
  }
}

/** @param {http.IncomingMessage} request */
function isForm({ headers }) {
  return (headers['content-type'] ?? '').trim().toLowerCase().startsWith('application/x-www-form-urlencoded');
}

/**
 * @param {http.IncomingMessage} message
 * @returns {Promise<string>}
 */
async function shortText(message) {
  const chunks = [];
  let length = 0;
  for await (const chunk of message) {
    length += chunk.length;
    if (length > LONGEST_TOKEN_BODY_BYTES) throw new Error('more was sent than a token call has');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Whether a script of our own origin asks, by what the browser says of it. Browsers that say nothing, and programs, are
 * let through where they call the console by its name: they hold no credentials but what they send.
 * @param {http.IncomingMessage} request
 * @param {string} [consoleOrigin] by default any name of this machine
 */
function isFromConsole({ headers }, consoleOrigin) {
  const { host, origin } = headers;
  const ownOrigin = consoleOrigin ?? (isLoopbackHost(host) ? `http://${host}` : undefined);
  if (ownOrigin === undefined || new URL(ownOrigin).host !== host) return false;
  if (origin !== undefined && origin !== ownOrigin) return false;
  return (
    (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin' &&
    // Not as a page, a frame, a script, a worker or a picture.
    (headers['sec-fetch-dest'] ?? 'empty') === 'empty'
  );
}

/**
 * A page opened for another service, which this server or another one served at this address before: its credentials
 * are none of this service's business.
 * @param {http.ServerResponse} response
 */
function refuseMisdirected(response) {
  const message = 'This page was opened for another service than the one that is served here now. Reload it.';
  response.writeHead(421, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ Data: null, Errors: [message], Succeeded: false }));
}

/** @param {http.ClientRequest} upstream */
function failWhenConnectingTakesLong(upstream) {
  upstream.on('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(
      () => upstream.destroy(new Error(`no connection within ${CONNECT_TIMEOUT_MS / 1000} seconds`)),
      CONNECT_TIMEOUT_MS,
    );
    socket.once('connect', () => clearTimeout(timer));
    socket.once('close', () => clearTimeout(timer));
  });
}

/**
 * @param {http.IncomingHttpHeaders} headers
 * @returns {http.OutgoingHttpHeaders}
 */
function withoutHopByHop(headers) {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...HOP_BY_HOP_HEADERS, ...named]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}

/**
 * @param {http.IncomingHttpHeaders} headers
 * @returns {http.OutgoingHttpHeaders}
 */
function passedHeaders(headers) {
  return Object.fromEntries(
    Object.entries(withoutHopByHop(headers)).filter(([name]) => PASSED_RESPONSE_HEADERS.has(name)),
  );
}

/**
 * @param {string} location
 * @param {URL} address
 * @param {string} basePath
 * @param {string} mountPath
 */
function locationHere(location, address, basePath, mountPath) {
  const target = URL.canParse(location, address) ? new URL(location, address) : undefined;
  if (target?.origin !== address.origin || !target.pathname.startsWith(basePath)) return location;
  return mountPath + target.pathname.slice(basePath.length) + target.search;
}

/**
 * @param {URL} address
 * @param {Error & { code?: string }} error
 */
function unreachableText(address, error) {
  // Node names the proxy with the password for it.
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

/** Whether this Node has agents that know proxies: from 22.21 and 24.5 on. */
export const HAS_PROXY_SUPPORT = process.allowedNodeEnvironmentFlags.has('--use-env-proxy');

/** What the environment says of a company's proxy, the first name of two before the second. */
const PROXY_VARIABLES = {
  'https:': ['https_proxy', 'HTTPS_PROXY'],
  'http:': ['http_proxy', 'HTTP_PROXY'],
  excepted: ['no_proxy', 'NO_PROXY'],
};

/**
 * For agents. Never for a service on this machine, which a proxy would look for on its own.
 * @param {URL} address
 * @returns {{ proxyEnv?: NodeJS.ProcessEnv }}
 */
function proxyOptions({ hostname }) {
  if (isLoopback(hostname)) return {};
  const addresses = [...PROXY_VARIABLES['https:'], ...PROXY_VARIABLES['http:']];
  const usable = addresses.filter((name) => isProxyAddress(process.env[name] ?? ''));
  return {
    proxyEnv: Object.fromEntries(
      [...usable, ...PROXY_VARIABLES.excepted].map((name) => [name, process.env[name]]),
    ),
  };
}

/** @param {string} text one that is none would end the server, with the password in what it says */
function isProxyAddress(text) {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/**
 * @param {URL} address the service's
 * @returns {string | undefined} for whoever starts a server: the environment names a proxy for it, and why nobody asks that one
 */
export function unusedProxy({ protocol, hostname }) {
  const names = PROXY_VARIABLES[protocol === 'https:' ? 'https:' : 'http:'];
  const name = names.find((each) => (process.env[each] ?? '') !== '');
  if (name === undefined || isLoopback(hostname)) return undefined;
  if (!HAS_PROXY_SUPPORT)
    return `${name} is not used: Node ${process.versions.node} knows no proxies, 22.21 and 24.5 do.`;
  if (!isProxyAddress(process.env[name] ?? ''))
    return `${name} is not used: it takes an address such as http://proxy.example.com:3128.`;
  return undefined;
}

/** @param {string} hostname */
export function isLoopback(hostname) {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** @param {string | undefined} host as in the header of that name */
export function isLoopbackHost(host) {
  const url = `http://${host ?? ''}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}
