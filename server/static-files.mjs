import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { contentSecurityPolicy } from './content-security-policy.mjs';

/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */

/** @type {Record<string, string>} */
const CONTENT_TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The headers that every response has in addition to the policy. */
export const SECURITY_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The encodings and extensions of the compressed files that the build writes beside a file, in order of preference. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
];

/** The path of files whose names change with their content. */
export const HASHED_FILES = '/assets/';

/** Files that must not be cached, because their content may change at any time: the configuration, and the identity of the build. */
export const LIVE_FILES = ['/config.json', '/version.json'];

/** How much of a file is read at a time. With Node's own 64 kB, serving the engine's file takes three times the processor time. */
const PART_BYTES = 1024 * 1024;

/** The address for monitoring, which responds whenever the server runs. */
export const HEALTH = { path: '/healthz', text: 'ok' };

export const CACHE_CONTROL = {
  hashed: 'public, max-age=31536000, immutable',
  live: 'no-store',
  others: 'no-cache',
  errors: 'no-store',
};

/** Matches addresses of screens below the console's path. Only a name may contain dots. Node, nginx and Caddy share the notation. */
export const SCREENS = '(?:[^.]*|(?:prices|items)(?:/[^./][^/]*)+/?)$';

/** File extensions, in any case of letters, that browsers request, or that scanners for security holes request. */
export const FILE_ENDINGS =
  'asp aspx avif bak br cgi css csv env gif gz htm html ico ini jpeg jpg js json jsp log map md mjs pdf php png sh sql svg tar txt wasm webmanifest webp woff woff2 xml yaml yml zip'.split(
    ' ',
  );

const SCREEN = new RegExp(`^/${SCREENS}`);
const FILE = new RegExp(String.raw`\.(?:${FILE_ENDINGS.join('|')})$`, 'i');

/**
 * Sets the headers of every response, not only of the page: a worker runs under the policy that came with its own script.
 * @param {Response} response @param {Parameters<typeof contentSecurityPolicy>[0]} policy
 */
export function setSecurityHeaders(response, policy) {
  response.setHeader('content-security-policy', contentSecurityPolicy({ ...policy, asHeader: true }));
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
}

/** Whether a request's method is GET or HEAD. Others are refused. @type {(request: Request, response: Response) => boolean} */
export function isReading(request, response) {
  if (request.method === 'GET' || request.method === 'HEAD') return true;
  response.setHeader('allow', 'GET, HEAD');
  sendText(response, 405, 'Only GET and HEAD are answered here.');
  return false;
}

/**
 * Serves the files of a folder. Every other address that could be that of a screen gets `index.html`.
 * @type {(directory: string) => (request: Request, response: Response, pathname: string) => void}
 */
export function createStaticFiles(directory) {
  return (request, response, pathname) => {
    if (pathname === HEALTH.path) {
      sendText(response, 200, HEALTH.text);
      return;
    }
    const requested = fileAt(directory, pathname);
    if (requested) sendFile(request, response, requested, cacheControlOf(pathname));
    else if (isScreenAddress(pathname)) sendPage(request, response, directory);
    else sendText(response, 404, 'Not found.');
  };
}

/** @param {string} pathname of an existing file */
function cacheControlOf(pathname) {
  if (pathname.startsWith(HASHED_FILES)) return CACHE_CONTROL.hashed;
  return LIVE_FILES.includes(pathname) ? CACHE_CONTROL.live : CACHE_CONTROL.others;
}

/** @param {string} pathname still percent-encoded */
function isScreenAddress(pathname) {
  const decoded = decodedPath(pathname);
  if (decoded === undefined || decoded.startsWith(HASHED_FILES)) return false;
  return SCREEN.test(decoded) && !FILE.test(decoded);
}

/** @param {string} pathname @returns {string | undefined} undefined if the encoding is invalid */
function decodedPath(pathname) {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

/** @param {string} directory @param {string} pathname still percent-encoded @returns {string | undefined} */
function fileAt(directory, pathname) {
  const decoded = decodedPath(pathname);
  if (decoded === undefined || decoded.includes('\0')) return undefined;
  const file = path.join(directory, decoded.endsWith('/') ? `${decoded}index.html` : decoded);
  // An encoded slash or, on Windows, a backslash can still lead out of the folder.
  if (!file.startsWith(directory + path.sep)) return undefined;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

/** @param {Request} request @param {Response} response @param {string} directory */
function sendPage(request, response, directory) {
  const page = fileAt(directory, '/index.html');
  if (page) sendFile(request, response, page, CACHE_CONTROL.others);
  else sendText(response, 404, 'Nothing is built yet: npm run build.');
}

/** @param {Request} request @param {Response} response @param {string} file @param {string} cacheControl */
function sendFile(request, response, file, cacheControl) {
  const accepted = acceptedEncodings(request.headers['accept-encoding'] ?? '');
  const encoded = ENCODINGS.filter(({ ending }) =>
    statSync(file + ending, { throwIfNoEntry: false })?.isFile(),
  );
  const encoding = encoded.find(({ name }) => accepted.has(name));
  const sent = encoding ? file + encoding.ending : file;
  const { size, mtimeMs } = statSync(sent);
  const tag = `W/"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;

  response.setHeader('content-type', CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream');
  response.setHeader('cache-control', cacheControl);
  response.setHeader('etag', tag);
  if (encoded.length > 0) response.setHeader('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304).end();
    return;
  }
  if (encoding) response.setHeader('content-encoding', encoding.name);
  response.setHeader('content-length', size);
  response.writeHead(200);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  // If the browser disconnects, the file is closed, too. No failure is reported, because no client is left.
  pipeline(createReadStream(sent, { highWaterMark: PART_BYTES }), response, () => undefined);
}

/** @param {string} header @returns {Set<string>} */
function acceptedEncodings(header) {
  const offers = header.split(',').map((offer) =>
    offer
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  return new Set(
    offers.filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? '')).map(([name = '']) => name),
  );
}

/** @param {Response} response @param {number} status @param {string} text */
export function sendText(response, status, text) {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': CACHE_CONTROL.errors,
  });
  response.end(`${text}\n`);
}

/** Connections with a request that was refused for its framing. Whatever follows on such a connection comes from the same sender. */
const refusedConnections = new WeakSet();

/**
 * Refuses a request, and everything that follows on its connection.
 * @type {(request: Request, response: Response, problem: { status: number, text: string }) => void}
 */
export function refuseConnection(request, response, { status, text }) {
  refusedConnections.add(request.socket);
  request.resume();
  response.setHeader('connection', 'close');
  sendText(response, status, text);
}

/** Whether a request's connection was refused, so that it gets no more answers. @param {Request} request */
export function isOnRefusedConnection({ socket }) {
  return refusedConnections.has(socket);
}
