import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { contentSecurityPolicy } from './content-security-policy.mjs';

/** @type {Record<string, string>} */
const CONTENT_TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Beside the policy, on every response. */
export const SECURITY_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Beside a file as `name.br` or `name.gz`, written by the build; in order of preference. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
];

/** Their names change with their content. */
export const HASHED_FILES = '/assets/';

/** The header of that name: of hashed files, of the configuration, and of all else. */
export const CACHE_CONTROL = {
  hashed: 'public, max-age=31536000, immutable',
  configuration: 'no-store',
  others: 'no-cache',
};

/**
 * For every response, not only the page: a worker runs under the policy that came with its own script.
 * @param {import('node:http').ServerResponse} response
 * @param {Parameters<typeof contentSecurityPolicy>[0]} policy
 */
export function setSecurityHeaders(response, policy) {
  response.setHeader('content-security-policy', contentSecurityPolicy({ ...policy, asHeader: true }));
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @returns {boolean} whether the request only reads; any other has been refused
 */
export function isReading(request, response) {
  if (request.method === 'GET' || request.method === 'HEAD') return true;
  response.setHeader('allow', 'GET, HEAD');
  sendText(response, 405, 'Only GET and HEAD are answered here.');
  return false;
}

/**
 * Serves the files of a folder; every other address that could be a screen gets `index.html`.
 * @param {string} directory
 * @returns {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse, pathname: string) => void}
 */
export function createStaticFiles(directory) {
  return (request, response, pathname) => {
    const requested = fileAt(directory, pathname);
    if (requested) sendFile(request, response, requested, pathname.startsWith(HASHED_FILES));
    else if (isScreenAddress(request, pathname)) sendPage(request, response, directory);
    else sendText(response, 404, 'Not found.');
  };
}

/**
 * A price column may have a dot in its name, so a dot alone does not make a file: what the browser asks for as a page
 * is a page.
 * @param {import('node:http').IncomingMessage} request
 * @param {string} pathname
 */
function isScreenAddress(request, pathname) {
  if (pathname.startsWith(HASHED_FILES)) return false;
  return path.posix.extname(pathname) === '' || (request.headers.accept ?? '').includes('text/html');
}

/**
 * @param {string} directory
 * @param {string} pathname still percent-encoded
 * @returns {string | undefined} undefined: no such file in the folder
 */
function fileAt(directory, pathname) {
  let decoded;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0')) return undefined;
  const file = path.join(directory, decoded.endsWith('/') ? `${decoded}index.html` : decoded);
  // An encoded slash or, on Windows, a backslash can still climb out.
  if (!file.startsWith(directory + path.sep)) return undefined;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {string} directory
 */
function sendPage(request, response, directory) {
  const page = fileAt(directory, '/index.html');
  if (page) sendFile(request, response, page, false);
  else sendText(response, 404, 'Nothing is built yet: npm run build.');
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {string} file
 * @param {boolean} isHashed
 */
function sendFile(request, response, file, isHashed) {
  const accepted = acceptedEncodings(request.headers['accept-encoding'] ?? '');
  const encoded = ENCODINGS.filter(({ ending }) =>
    statSync(file + ending, { throwIfNoEntry: false })?.isFile(),
  );
  const encoding = encoded.find(({ name }) => accepted.has(name));
  const sent = encoding ? file + encoding.ending : file;
  const { size, mtimeMs } = statSync(sent);
  const tag = `W/"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;

  response.setHeader('content-type', CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream');
  response.setHeader('cache-control', isHashed ? CACHE_CONTROL.hashed : CACHE_CONTROL.others);
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
  // Closes the file too when the browser goes away; there is no client left to report a failure to.
  pipeline(createReadStream(sent), response, () => undefined);
}

/**
 * @param {string} header
 * @returns {Set<string>}
 */
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

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} text
 */
export function sendText(response, status, text) {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`${text}\n`);
}
