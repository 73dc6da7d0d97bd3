// This module generates requests in which any part may be wrong, and reads their meaning by RFC 9112, without Node and undici.

/** @typedef {{ method: string, url: string, body: string }} MeantRequest with the body decoded */

/**
 * @typedef {object} Meant
 * @property {MeantRequest[]} arriving the requests that the service must get, in order
 * @property {number} answered the number of answers, including refusals, as far as it is known
 * @property {'open' | 'closed' | 'refused' | 'unfinished'} end what becomes of the connection. `closed`: it ends after the answers;
 *   `refused`: the rest cannot be read, and a pending answer may be lost; `unfinished`: the last request is incomplete
 * @property {boolean} mayClose whether the connection may end earlier: an answer without a length ends a connection of HTTP/1.0
 */

/** Returns random values by Mulberry32, which are the same for the same seed. @param {number} seed */
export function seeded(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    /** @template T @param {readonly T[]} values @returns {T} */
    pick: (values) => /** @type {any} */ (values[Math.floor(next() * values.length)]),
    /** @template T @param {number} share @param {T} value @returns {T[]} */
    some: (share, value) => (next() < share ? [value] : []),
  };
}

/** @typedef {ReturnType<typeof seeded>} Random */

const METHODS = ['GET', 'HEAD', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const ODD_METHODS = ['TRACE', 'PURGE', 'get', 'G\u0000T'];
const ODD_VERSIONS = ['HTTP/1.0', 'HTTP/1.0', 'HTTP/1.2', 'HTTP/0.9', 'HTTP/2.0', 'http/1.1', 'HTTP/1.1 '];
const CODINGS = ['chunked', 'chunked', 'Chunked', 'identity', 'gzip, chunked', 'chunked, identity'];
const ODD_CODINGS = ['xchunked', 'chunked\u000B', '"chunked"', 'chunked;q=1', 'chunked,', ''];
const NAMED = ['close', 'keep-alive', 'content-length', 'transfer-encoding', 'host', 'Content-Length, close'];
const ENDS = ['\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '\r\r\n'];
const COLONS = [': ', ': ', ': ', ':', ' : ', ':\t', '\u000B: '];
const ODD_VALUES = ['x\r\n y', 'x\0', 'x\ry', '\u00FF', '\u007F', 'x\u000By'];
const SIZE_ENDS = [';a=b', ';a="b"', ' ', '0x', '\n', ';a\0', ';a\rb', '\r'];

/**
 * Returns up to three requests, one after the other. Half of all parts are correct. `address` makes an address below the mount path.
 * @param {Random} random @param {string} host @param {(name: string) => string} address takes letters and digits
 */
export function randomFraming(random, host, address) {
  const { next, pick, some } = random;
  const count = pick([1, 1, 2, 3]);
  return Array.from({ length: count }, (_, at) => one(at)).join('');

  /** @param {number} at */
  function one(at) {
    const isOdd = next() < 0.4;
    /** @template T @param {T} usual @param {readonly T[]} odd */
    const oddly = (usual, odd) => (isOdd && next() < 0.2 ? pick(odd) : usual);
    const inner = `GET ${address(`smuggled${at}`)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    const chunk = () =>
      `${inner.length.toString(16)}${oddly('', SIZE_ENDS)}\r\n${inner}${oddly('\r\n', ['\n', '', 'x\r\n'])}`;
    const chunks = () =>
      `${chunk()}${some(0.3, chunk()).join('')}0${oddly('', SIZE_ENDS)}\r\n${some(0.2, 'X: x\r\n').join('')}\r\n`;
    const method = oddly(pick(METHODS), ODD_METHODS);
    const frame = isOdd
      ? pick(['none', 'length', 'chunks', 'both', 'lengths', 'codings'])
      : method.startsWith('P')
        ? pick(['none', 'length', 'chunks'])
        : 'none';
    const isChunked = frame === 'chunks' || frame === 'both' || frame === 'codings';
    const usual = isChunked ? chunks() : frame === 'none' ? '' : inner;
    const body = oddly(usual, ['', inner, chunks(), `0\r\n\r\n${inner}`, inner.slice(0, 20)]);
    const length = () =>
      String(
        oddly(body.length, [
          inner.length,
          0,
          5,
          `+${body.length}`,
          `${body.length}, ${body.length}`,
          '-1',
          '',
        ]),
      );
    const coding = () => oddly('chunked', [...CODINGS, ...ODD_CODINGS]);
    const lengths = frame === 'lengths' ? 2 : Number(frame === 'length' || frame === 'both');
    const codings = frame === 'codings' ? 2 : Number(frame === 'chunks' || frame === 'both');
    const headers = [
      ...(isOdd ? some(0.95, ['Host', host]) : [['Host', host]]),
      ...(isOdd ? some(0.05, ['Host', 'evil.example']) : []),
      ...some(0.9, ['Content-Type', 'application/json']),
      ...Array.from({ length: lengths }, () => ['Content-Length', length()]),
      ...Array.from({ length: codings }, () => ['Transfer-Encoding', coding()]),
      ...some(0.2, ['Connection', pick(NAMED)]),
      ...some(0.1, ['Expect', '100-continue']),
      ...(isOdd ? some(0.1, ['X', pick(ODD_VALUES)]) : []),
    ].toSorted(() => next() - 0.5);
    const end = () => oddly('\r\n', ENDS);
    const lines = headers.map(([name, value]) => `${name}${oddly(': ', COLONS)}${value}${end()}`);
    const version = oddly('HTTP/1.1', ODD_VERSIONS);
    return `${method} ${address(`meant${at}`)} ${version}${end()}${lines.join('')}${end()}${body}`;
  }
}

const PASSED_METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
const METHODS_WITH_BODY = ['PATCH', 'POST', 'PUT'];
const FIRST_LINE = /^([!#$%&'*+.^_`|~\w-]+) ([!-~]+) HTTP\/(1\.[01])$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t -~\u0080-\u00FF]*?)[ \t]*$/;
const CHUNK_SIZE = /^([\da-f]+)(?:;[!#$%&'*+.^_`|~\w-]+(?:=(?:[!#$%&'*+.^_`|~\w-]+|"[\t !#-[\]-~]*"))?)*$/i;

/**
 * Returns what the bytes of a whole connection, one character each, mean. `host` is the name by which the console is called.
 * @type {(bytes: string, console: { host: string, isJsonAlone: boolean }) => Meant}
 */
export function meantBy(bytes, { host, isJsonAlone }) {
  /** @type {Meant} */
  const meant = { arriving: [], answered: 0, end: 'open', mayClose: false };
  let rest = bytes;
  while (rest !== '') {
    const read = requestAt(rest);
    if (read === 'refused' || read === 'unfinished') return { ...meant, end: read };
    const { request, headers, version } = read;
    const hosts = headers.filter(([name]) => name === 'host').map(([, value]) => value);
    const isTyped = headers.some(([name, value]) => name === 'content-type' && value === 'application/json');
    if (hosts.length > 1 || (hosts.length === 0 && version === '1.1')) return { ...meant, end: 'refused' };
    rest = read.rest;
    meant.answered += 1;
    meant.mayClose ||= version === '1.0' && request.method === 'HEAD';
    const isPassed = hosts[0] === host && (!isJsonAlone || !read.hasBody || isTyped);
    if (isPassed) meant.arriving.push(request);
    if (read.isLast) return { ...meant, end: rest === '' ? 'closed' : 'refused' };
  }
  return meant;
}

/** @param {string} bytes */
function requestAt(bytes) {
  const headEnd = bytes.indexOf('\r\n\r\n');
  const head = headEnd < 0 ? bytes : bytes.slice(0, headEnd);
  const [first = '', ...lines] = head.split('\r\n');
  const found = FIRST_LINE.exec(first);
  const headers = lines.map((line) => HEADER_LINE.exec(line));
  if (headEnd < 0) return mayGoOn(found, headers) ? 'unfinished' : 'refused';
  if (found === null || headers.includes(null)) return 'refused';
  const [, method = '', url = '', version = ''] = found;
  const named = headers.map(
    (header) => /** @type {const} */ ([header?.[1]?.toLowerCase() ?? '', header?.[2] ?? '']),
  );
  /** @param {string} name */
  const valuesOf = (name) => named.filter(([each]) => each === name).map(([, value]) => value);
  const lengths = valuesOf('content-length');
  const codings = valuesOf('transfer-encoding');
  const options = valuesOf('connection')
    .join(',')
    .toLowerCase()
    .split(/[\s,]+/);
  const isFramed =
    lengths.length + codings.length < 2 &&
    lengths.every((length) => /^\d+$/.test(length)) &&
    codings.every((coding) => coding.toLowerCase() === 'chunked' && version === '1.1');
  const hasBody = codings.length > 0 || Number(lengths[0] ?? 0) > 0;
  const isPassed = PASSED_METHODS.includes(method) && (!hasBody || METHODS_WITH_BODY.includes(method));
  if (!isFramed || !isPassed) return 'refused';
  const after = bytes.slice(headEnd + 4);
  const length = Number(lengths[0] ?? 0);
  const read =
    codings.length > 0
      ? chunksAt(after)
      : after.length < length
        ? 'unfinished'
        : { body: after.slice(0, length), rest: after.slice(length) };
  if (typeof read === 'string') return read;
  return {
    request: { method, url, body: read.body },
    rest: read.rest,
    headers: named,
    version,
    hasBody,
    isLast: options.includes('close') || (version === '1.0' && !options.includes('keep-alive')),
  };
}

/** Whether more bytes could complete the request. @param {unknown} first @param {readonly unknown[]} headers */
function mayGoOn(first, headers) {
  return first !== null && !headers.slice(0, -1).includes(null);
}

/** @param {string} bytes */
function chunksAt(bytes) {
  let body = '';
  let rest = bytes;
  for (;;) {
    const lineEnd = rest.indexOf('\r\n');
    if (lineEnd < 0) return 'unfinished';
    const [, size = ''] = CHUNK_SIZE.exec(rest.slice(0, lineEnd)) ?? [];
    if (size === '') return 'refused';
    const length = Number.parseInt(size, 16);
    rest = rest.slice(lineEnd + 2);
    if (length === 0) break;
    body += rest.slice(0, length);
    const end = rest.slice(length, length + 2);
    if (end !== '\r\n') return '\r\n'.startsWith(end) ? 'unfinished' : 'refused';
    rest = rest.slice(length + 2);
  }
  while (!rest.startsWith('\r\n')) {
    const lineEnd = rest.indexOf('\r\n');
    if (lineEnd < 0) return 'unfinished';
    if (!HEADER_LINE.test(rest.slice(0, lineEnd))) return 'refused';
    rest = rest.slice(lineEnd + 2);
  }
  return { body, rest: rest.slice(2) };
}
