import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { TOKEN_PATH } from './passed-messages.mjs';
import { isLoopbackHost } from './service-address.mjs';
import {
  CACHE_CONTROL,
  createStaticFiles,
  isOnRefusedConnection,
  isReading,
  refuseConnection,
  sendText,
  setSecurityHeaders,
} from './static-files.mjs';
import { createTokenCustody, custodyCookie } from './token-custody.mjs';

const SERVICE_MOUNT_PATH = '/papi';

/** By the contract, all calls of a console are below this path, except the token call and a stream of events. */
const CALLS_PATH = '/api/';

/** @typedef {{ origin: string, port: number, close: () => Promise<void> }} ServedConsole `close` ends all connections */

/**
 * Serves a built console on this machine alone.
 * @param {object} options
 * @param {string} options.directory the folder of a build
 * @param {number} [options.port] 0 for any free port
 * @param {Record<string, unknown>} [options.config] keys that override those of the folder's `config.json`
 * @param {string} [options.installationSecret] added to the `config.json` that pages of the console's own origin get
 * @param {Omit<Parameters<typeof import('./pass-through.mjs').createPassThrough>[0], 'mountPath' | 'consoleOrigin' | 'custody'>} [options.service]
 *   the service to pass through under `/papi`; the console is configured to use this service and no other
 * @param {URL} [options.address] where users open the console, if a proxy on this machine is in front
 * @param {string | undefined} [options.custodySecret] encrypts the refresh tokens of `custody: "server"`; no page gets it
 * @returns {Promise<ServedConsole>} rejects with code `EADDRINUSE` if the port is taken
 */
export async function serve({
  directory,
  port = 0,
  config = {},
  installationSecret,
  service,
  address: publicAddress,
  custodySecret,
}) {
  const staticFiles = createStaticFiles(directory);
  const custody = service && createTokenCustody({ secret: custodySecret, service: service.address.href });
  const passThrough = service && (await passThroughTo(service));

  /** @type {http.RequestListener} */
  const handleRequest = (request, response) => {
    if (isOnRefusedConnection(request)) return;
    const hosts = (request.headersDistinct['host'] ?? []).length;
    if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) {
      refuseConnection(request, response, { status: 400, text: 'There has to be one Host.' });
      return;
    }
    const pathname = (request.url ?? '/').replace(/[?#].*$/, '');
    if (passThrough && (pathname === SERVICE_MOUNT_PATH || pathname.startsWith(`${SERVICE_MOUNT_PATH}/`))) {
      passThrough.handle(request, response);
      return;
    }
    const given = { ...readConfig(directory), ...config };
    setSecurityHeaders(response, {
      isServiceTyped: service === undefined,
      hasAnalysis: given['analysis'] !== false,
      reportOrigin: originOf(given['reportTo']),
    });
    if (!isReading(request, response)) return;
    const writtenConfig = pathname === '/config.json' ? readConfig(directory) : undefined;
    if (writtenConfig) {
      const { host } = request.headers;
      sendConfig(response, {
        ...writtenConfig,
        ...(service && forService(consoleAt(host), service.address)),
        ...config,
        ...(installationSecret !== undefined && isOwnPage(request) && { installationSecret }),
      });
    } else {
      staticFiles(request, response, pathname);
    }
  };

  const servers = await listenOnLoopback(handleRequest, port);
  const [first] = servers;
  const address = first?.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port.');
  return {
    origin: `http://localhost:${address.port}`,
    port: address.port,
    close: async () => {
      await Promise.all([passThrough?.close(), ...servers.map((server) => closeServer(server))]);
    },
  };

  /** @param {NonNullable<typeof service>} to */
  async function passThroughTo(to) {
    // This module needs a package, which a server of files alone does not.
    const { createPassThrough } = await import('./pass-through.mjs');
    return createPassThrough({
      ...to,
      mountPath: SERVICE_MOUNT_PATH,
      ...(publicAddress && { consoleOrigin: publicAddress.origin }),
      custody: custodyNow,
    });
  }

  /** @param {string | undefined} host the header `Host` @returns {URL | undefined} undefined if this is no name of the console */
  function consoleAt(host) {
    return publicAddress ?? (isLoopbackHost(host) ? new URL(`http://${host}`) : undefined);
  }

  /** Reads the configuration on each call, because it may change. @returns {import('./pass-through.mjs').Custody | undefined} */
  function custodyNow() {
    const given = { ...readConfig(directory), ...config };
    if (given['custody'] !== 'server') return undefined;
    return {
      answer: (request, ask) => {
        const at = consoleAt(request.headers.host);
        if (!custody || !at) throw new Error('nobody calls us by this name');
        const cookie = custodyCookie(at, serviceBase(at).pathname + TOKEN_PATH);
        return custody(request, { cookie, maxAgeMs: maxAgeMsOf(given), ask });
      },
      passes: (path) => path.startsWith(CALLS_PATH) || path === eventsPathOf(given['eventsAddress']),
    };
  }
}

/** @param {unknown} address of the event stream @returns {string | undefined} its path at the service, if it is passed through */
function eventsPathOf(address) {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const [, path] = new URL(address).pathname.split(SERVICE_MOUNT_PATH, 2);
  return path;
}

/** @param {URL} at the console's address */
function serviceBase(at) {
  return new URL(at.pathname.replace(/\/$/, '') + SERVICE_MOUNT_PATH, at);
}

const DEFAULT_MAX_HOURS = 120;

/** @param {Record<string, unknown>} config */
function maxAgeMsOf({ sessionMaxHours }) {
  return (typeof sessionMaxHours === 'number' ? sessionMaxHours : DEFAULT_MAX_HOURS) * 3_600_000;
}

/** @param {URL | undefined} at the console's address @param {URL} upstream */
function forService(at, upstream) {
  if (!at) return undefined;
  return {
    demo: false,
    serviceAddress: serviceBase(at).href,
    serviceAddressFixed: true,
    upstreamAddress: upstream.href,
  };
}

/**
 * Whether a script of the console's own origin sends a request. Only browsers set these headers, which no page can change. Other ports of
 * this machine are other origins. A browser too old to send the headers gets no secret. @param {http.IncomingMessage} request
 */
function isOwnPage({ headers, socket }) {
  const { host } = headers;
  return (
    headers['sec-fetch-site'] === 'same-origin' &&
    headers['sec-fetch-dest'] === 'empty' &&
    isLoopbackHost(host) &&
    Number(new URL(`http://${host}`).port || 80) === socket.localPort
  );
}

/** @param {unknown} address an address, or a path, which the policy allows anyway @returns {string | undefined} */
function originOf(address) {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : undefined;
}

/** @param {string} directory @returns {Record<string, unknown> | undefined} empty if there is no file; undefined if it cannot be read */
function readConfig(directory) {
  const file = path.join(directory, 'config.json');
  if (!existsSync(file)) return {};
  try {
    /** @type {unknown} */
    const config = JSON.parse(readFileSync(file, 'utf8'));
    return typeof config === 'object' && config !== null && !Array.isArray(config)
      ? { ...config }
      : undefined;
  } catch {
    return undefined;
  }
}

/** @param {http.ServerResponse} response @param {Record<string, unknown>} config */
function sendConfig(response, config) {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': CACHE_CONTROL.live,
  });
  response.end(JSON.stringify(config, null, 2));
}

/** Listens on both: programs take `localhost` for 127.0.0.1 or ::1. @param {http.RequestListener} handleRequest @param {number} port */
async function listenOnLoopback(handleRequest, port) {
  for (let attempt = 1; ; attempt += 1) {
    const first = await listen(handleRequest, '127.0.0.1', port);
    const address = first.address();
    const chosenPort = typeof address === 'object' && address ? address.port : port;
    try {
      return [first, await listen(handleRequest, '::1', chosenPort)];
    } catch (error) {
      const code = codeOf(error);
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return [first];
      await closeServer(first);
      if (port !== 0 || attempt === 10) throw error;
    }
  }
}

/** @type {(handleRequest: http.RequestListener, host: string, port: number) => Promise<http.Server>} */
function listen(handleRequest, host, port) {
  return new Promise((resolve, reject) => {
    // These options override Node's flags. If Node itself refused a request without Host, it would still handle the next one.
    const options = { insecureHTTPParser: false, requireHostHeader: false };
    const server = http.createServer(options, (request, response) => {
      try {
        handleRequest(request, response);
      } catch (error) {
        console.error(error);
        if (response.headersSent) response.destroy();
        else sendText(response, 500, 'The server failed; its window says why.');
      }
    });
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

/** @param {http.Server} server @returns {Promise<void>} */
function closeServer(server) {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** @param {unknown} error */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
