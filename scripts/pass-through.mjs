import http from 'node:http';
import https from 'node:https';
import { rootCertificates } from 'node:tls';
import { sendText } from './static-files.mjs';

/** They speak about one connection, not about the message (RFC 9110, section 7.6.1). */
const HOP_BY_HOP_HEADERS = [
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

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Hands requests on to a service, bodies streaming both ways, so that the console and the service share an origin.
 * @param {object} options
 * @param {URL} options.address the service's base address
 * @param {string} options.mountPath what stands for it here, e.g. `/papi`
 * @param {string} [options.certificateAuthority] PEM text; trusted in addition to the usual authorities
 * @returns {{ handle: (request: http.IncomingMessage, response: http.ServerResponse) => void, close: () => void }}
 */
export function createPassThrough({ address, mountPath, certificateAuthority }) {
  const isSecure = address.protocol === 'https:';
  const basePath = address.pathname.replace(/\/$/, '');
  const agent = isSecure
    ? new https.Agent({
        keepAlive: true,
        ...(certificateAuthority !== undefined && { ca: [...rootCertificates, certificateAuthority] }),
        // On this machine a certificate proves nothing that the address does not.
        rejectUnauthorized: certificateAuthority !== undefined || !isLoopback(address.hostname),
      })
    : new http.Agent({ keepAlive: true });

  /** @type {(request: http.IncomingMessage, response: http.ServerResponse) => void} */
  const handle = (request, response) => {
    const origin = request.headers.origin;
    if (!isLoopbackHost(request.headers.host) || (origin !== undefined && !isLoopbackOrigin(origin))) {
      sendText(response, 403, 'Only the console on this machine may use this way to the service.');
      return;
    }
    const headers = withoutHopByHop(request.headers);
    // For the service the call comes from nowhere else: it is not asked to allow another origin.
    delete headers['origin'];
    headers['host'] = address.host;

    const upstream = (isSecure ? https : http).request({
      agent,
      // URL keeps the brackets of an IPv6 address, sockets do not want them.
      hostname: address.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: address.port,
      method: request.method,
      path: basePath + (request.url ?? '').slice(mountPath.length),
      headers,
    });
    failWhenConnectingTakesLong(upstream);
    upstream.on('response', (answer) => {
      const answerHeaders = withoutHopByHop(answer.headers);
      const location = answerHeaders['location'];
      if (typeof location === 'string') {
        answerHeaders['location'] = locationHere(location, address, basePath, mountPath);
      }
      response.writeHead(answer.statusCode ?? 502, answerHeaders);
      // An event stream has a head long before it has a body.
      response.flushHeaders();
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    upstream.on('error', (error) => {
      if (response.headersSent) response.destroy();
      else if (!response.destroyed) sendText(response, 502, unreachableText(address, error));
      request.unpipe(upstream);
      request.resume();
    });
    // Whoever asked has gone away: the service need not go on.
    response.on('close', () => {
      if (!response.writableFinished) upstream.destroy();
    });
    request.on('error', () => upstream.destroy());
    request.pipe(upstream);
  };
  return { handle, close: () => agent.destroy() };
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
  const reason = error.message || error.code || 'unknown reason';
  const isCertificate = /certificate|CERT|self.signed/.test(`${reason} ${error.code ?? ''}`);
  return [
    `The service at ${address.href} cannot be reached: ${reason}.`,
    ...(isCertificate ? ['Give the file of its certificate authority with --ca.'] : []),
  ].join('\n');
}

/** @param {string} hostname */
export function isLoopback(hostname) {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** @param {string} origin */
function isLoopbackOrigin(origin) {
  return URL.canParse(origin) && isLoopback(new URL(origin).hostname);
}

/** @param {string | undefined} host */
export function isLoopbackHost(host) {
  return host !== undefined && isLoopbackOrigin(`http://${host}`);
}
