// Ways to write requests that two servers could take apart differently (RFC 9112, sections 2 to 7). If the first server sees one request
// and the second server sees two, the sender chooses the second request, whose answer goes to another user.

/**
 * @typedef {object} Place the server that a framing is written for
 * @property {string} host the value of the header `Host`
 * @property {string} meant the target of the requests that every server sees
 * @property {string} smuggled the target of a request hidden in the body of another one
 */

/**
 * @typedef {object} Framing
 * @property {string} name
 * @property {string[]} arrives the methods of the meant requests that may reach the service, in order; a smuggled request
 *   must never reach it
 * @property {boolean} isUnfinished whether the framing breaks off, so that no server answers
 * @property {(place: Place) => string} bytes returns the bytes, one character for each
 */

const POST = ['POST'];
const CHUNKED = 'Transfer-Encoding: chunked';

/** Returns a body that is itself a request. @param {Place} place */
function inner({ host, smuggled }) {
  return `GET ${smuggled} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer attacker\r\n\r\n`;
}

/** @param {string} text */
function chunk(text) {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

/** @param {string} text @param {string} [trailers] */
function chunked(text, trailers = '') {
  return `${chunk(text)}0\r\n${trailers}\r\n`;
}

/** @param {Place} place @param {string} method @param {readonly string[]} headers @param {string} [body] */
function request({ host, meant }, method, headers, body = '') {
  const type = headers.length > 0 ? ['Content-Type: application/json'] : [];
  return [`${method} ${meant} HTTP/1.1`, `Host: ${host}`, ...type, ...headers, '', body].join('\r\n');
}

/**
 * Writes a request whose body, which is not chunked, is another request.
 * @type {(method: string, headers: (length: number) => readonly string[]) => Framing['bytes']}
 */
function withLength(method, headers) {
  return (place) => request(place, method, headers(inner(place).length), inner(place));
}

/** @type {(method: string, headers: readonly string[], trailers?: string) => Framing['bytes']} */
function withChunks(method, headers, trailers) {
  return (place) => request(place, method, headers, chunked(inner(place), trailers));
}

/**
 * Writes a POST whose body ends after `body` by one reading of the headers. Another request follows.
 * @type {(headers: readonly string[], body: string) => Framing['bytes']}
 */
function followed(headers, body) {
  return (place) => request(place, 'POST', headers, body + inner(place));
}

/** @param {Place} place */
function withoutHost(place) {
  return request(place, 'GET', []).replace(/Host: .*\r\n/, '');
}

/** @param {number} length */
const lengthOf = (length) => [`Content-Length: ${length}`];

const WITHOUT_BODY = ['GET', 'HEAD', 'DELETE', 'OPTIONS'];

/** @type {[name: string, bytes: Framing['bytes'], arrives?: string[]][]} */
const COMPLETE = [
  ['a GET', (place) => request(place, 'GET', []), ['GET']],
  ['a HEAD', (place) => request(place, 'HEAD', []), ['HEAD']],
  ['a DELETE', (place) => request(place, 'DELETE', []), ['DELETE']],
  ['a GET with an empty body', (place) => request(place, 'GET', ['Content-Length: 0']), ['GET']],
  ['a POST without a body', (place) => request(place, 'POST', []), POST],
  ['a POST with a length', withLength('POST', lengthOf), POST],
  ['a PUT with a length', withLength('PUT', lengthOf), ['PUT']],
  ['a POST in chunks', withChunks('POST', [CHUNKED]), POST],
  ['a PATCH in chunks', withChunks('PATCH', [CHUNKED]), ['PATCH']],
  ['chunked in capitals', withChunks('POST', ['TRANSFER-ENCODING: CHUNKED']), POST],
  ['an expectation', withLength('POST', (length) => [...lengthOf(length), 'Expect: 100-continue']), POST],
  [
    'chunks with extensions',
    (place) => request(place, 'POST', [CHUNKED], '3;a=b\r\nabc\r\n0;c=d\r\n\r\n'),
    POST,
  ],
  ['trailers', withChunks('POST', [CHUNKED, 'Trailer: x'], 'X: x\r\n'), POST],
  ['two GETs at once', (place) => request(place, 'GET', []).repeat(2), ['GET', 'GET']],
  [
    'a POST and a GET at once',
    (place) => withLength('POST', lengthOf)(place) + request(place, 'GET', []),
    ['POST', 'GET'],
  ],
  [
    'a POST in chunks and a GET at once',
    (place) => withChunks('POST', [CHUNKED])(place) + request(place, 'GET', []),
    ['POST', 'GET'],
  ],
  ['an empty line before it', (place) => `\r\n${request(place, 'GET', [])}`, ['GET']],
  ['HTTP/1.0', (place) => request(place, 'GET', []).replace('HTTP/1.1', 'HTTP/1.0'), ['GET']],
  [
    'HTTP/1.0 with a length',
    (place) => withLength('POST', lengthOf)(place).replace('HTTP/1.1', 'HTTP/1.0'),
    POST,
  ],
  // These headers frame the body, although the client declares them part of the connection.
  [
    'a POST, its length named in Connection',
    withLength('POST', (length) => [...lengthOf(length), 'Connection: content-length']),
    POST,
  ],
  [
    'a POST, its coding named in Connection',
    withChunks('POST', [CHUNKED, 'Connection: transfer-encoding']),
    POST,
  ],
  [
    'an offer of HTTP/2',
    (place) =>
      request(place, 'GET', [
        'Connection: Upgrade, HTTP2-Settings',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABk',
      ]),
    ['GET'],
  ],
  [
    'an offer of WebSocket',
    (place) =>
      request(place, 'GET', ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']),
    ['GET'],
  ],

  ...WITHOUT_BODY.flatMap(
    (method) =>
      /** @type {[string, Framing['bytes']][]} */ ([
        [`a ${method} with a length`, withLength(method, lengthOf)],
        [`a ${method} in chunks`, withChunks(method, [CHUNKED])],
        [
          `a ${method}, its length named in Connection`,
          withLength(method, (length) => [...lengthOf(length), 'Connection: close, Content-Length']),
        ],
      ]),
  ),
  ['a GET, its coding named in Connection', withChunks('GET', [CHUNKED, 'Connection: transfer-encoding'])],
  ['a GET with an empty chunk', (place) => request(place, 'GET', [CHUNKED], `0\r\n\r\n${inner(place)}`)],
  ['a TRACE', (place) => request(place, 'TRACE', [])],
  ['a TRACE in chunks', withChunks('TRACE', [CHUNKED])],
  ['a CONNECT', ({ host }) => `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ['a method that nobody needs', (place) => request(place, 'PROPFIND', [])],

  // Each of these requests frames one body in two ways.
  ['CL.TE', followed(['Content-Length: 5', CHUNKED], '0\r\n\r\n')],
  ['TE.CL', (place) => request(place, 'POST', [CHUNKED, 'Content-Length: 4'], chunked(inner(place)))],
  ['TE.TE', followed([CHUNKED, 'Transfer-Encoding: x'], '0\r\n\r\n')],
  ['TE.TE, the other way round', followed(['Transfer-Encoding: x', CHUNKED], '0\r\n\r\n')],
  ['chunked twice', followed(['Transfer-Encoding: chunked, chunked'], '0\r\n\r\n')],
  ['two lengths', followed(['Content-Length: 5', 'Content-Length: 200'], 'abcde')],
  ['two equal lengths', followed(['Content-Length: 5', 'Content-Length: 5'], 'abcde')],
  ['a list of lengths', followed(['Content-Length: 5, 5'], 'abcde')],
  [
    'chunks in HTTP/1.0 with a length',
    (place) =>
      request(place, 'POST', ['Content-Length: 5', CHUNKED], `0\r\n\r\n${inner(place)}`).replace(
        'HTTP/1.1',
        'HTTP/1.0',
      ),
  ],

  ...[
    'identity',
    'xchunked',
    'gzip, chunked',
    'chunked, identity',
    '"chunked"',
    'chunked;q=1',
    'chunked\u000B',
    'chunked,',
  ].map(
    (coding) =>
      /** @type {[string, Framing['bytes']]} */ ([
        `the coding ${JSON.stringify(coding)}`,
        followed([`Transfer-Encoding: ${coding}`], '0\r\n\r\n'),
      ]),
  ),
  ['a blank before the colon', followed(['Transfer-Encoding : chunked'], '0\r\n\r\n')],
  ['a blank before the name', followed(['X: x', ' Transfer-Encoding: chunked'], '0\r\n\r\n')],
  ['a folded coding', followed(['Transfer-Encoding:', ' chunked'], '0\r\n\r\n')],
  ['a folded length', followed(['Content-Length:', '\t5'], 'abcde')],
  ['a name with NUL', followed(['Transfer-Encoding\0: chunked'], '0\r\n\r\n')],

  ...['+5', '-5', '5 5', '0x5', '5;', '', '99999999999999999999', '5e0', '\u000B5'].map(
    (length) =>
      /** @type {[string, Framing['bytes']]} */ ([
        `the length ${JSON.stringify(length)}`,
        followed([`Content-Length: ${length}`], 'abcde'),
      ]),
  ),

  ...['0x5', '+5', 'g', '', '5 ', '10000000000000005'].map(
    (size) =>
      /** @type {[string, Framing['bytes']]} */ ([
        `the size ${JSON.stringify(size)} of a chunk`,
        followed([CHUNKED], `${size}\r\nabcde\r\n0\r\n\r\n`),
      ]),
  ),
  ['a chunk that is longer than it says', followed([CHUNKED], '3\r\nabcde\r\n0\r\n\r\n')],
  ['a chunk that ends with LF', followed([CHUNKED], '5\nabcde\n0\n\n')],
  ['an extension that ends with LF', followed([CHUNKED], '5;\nabcde\r\n0\r\n\r\n')],

  ['a length in the trailers', withChunks('POST', [CHUNKED], 'Content-Length: 5\r\n')],
  ['a coding in the trailers', withChunks('POST', [CHUNKED], 'Transfer-Encoding: x\r\n')],

  ['lines that end with LF', (place) => withLength('POST', lengthOf)(place).replaceAll('\r\n', '\n')],
  ['a header that ends with LF', followed(['X: x\nTransfer-Encoding: chunked'], '0\r\n\r\n')],
  ['a header that ends with CR', followed(['X: x\rTransfer-Encoding: chunked'], '0\r\n\r\n')],
  ['NUL in a value', followed(['X: x\0', 'Content-Length: 5'], 'abcde')],
  ['a header without a name', followed([': x', 'Content-Length: 5'], 'abcde')],
  ['a header without a colon', followed(['X', 'Content-Length: 5'], 'abcde')],

  ['HTTP/0.9', ({ meant }) => `GET ${meant}\r\n\r\n`],
  ['HTTP/1.2', (place) => request(place, 'GET', []).replace('HTTP/1.1', 'HTTP/1.2')],
  ['HTTP/2', ({ host }) => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nHost: ${host}\r\n\r\n`],
  ['a small method', (place) => request(place, 'get', [])],
  ['a blank in the address', (place) => request({ ...place, meant: `${place.meant} x` }, 'GET', [])],
  ['a tab after the method', (place) => request(place, 'GET\t', [])],
  [
    'the absolute form',
    (place) => request({ ...place, meant: `http://${place.host}${place.meant}` }, 'GET', []),
  ],
  [
    'the absolute form of another host',
    (place) => request({ ...place, meant: `http://evil.example${place.meant}` }, 'GET', []),
  ],
  ['the asterisk form', (place) => request({ ...place, meant: '*' }, 'OPTIONS', [])],
  ['a fragment', (place) => request({ ...place, meant: `${place.meant}#x` }, 'GET', [])],
  ['a second Host', (place) => request(place, 'GET', ['Host: evil.example'])],
  ['the same Host twice', (place) => request(place, 'GET', [`Host: ${place.host}`])],
  ['no Host', withoutHost],
  // After a refused request, nothing on its connection is answered.
  ['a GET after one without Host', (place) => withoutHost(place) + request(place, 'GET', [])],
  [
    'a GET after one with a second Host',
    (place) => request(place, 'GET', ['Host: evil.example']) + request(place, 'GET', []),
  ],
  ['a GET after a TRACE', (place) => request(place, 'TRACE', []) + request(place, 'GET', [])],
  ['a GET after what cannot be read', (place) => request(place, 'get', []) + request(place, 'GET', [])],
  [
    'a Host with a name before it',
    (place) => request({ ...place, host: `evil.example@${place.host}` }, 'GET', []),
  ],
];

/** @type {[name: string, bytes: Framing['bytes']][]} */
const UNFINISHED = [
  ['a body that breaks off', (place) => request(place, 'POST', ['Content-Length: 100'], inner(place))],
  ['chunks that break off', (place) => request(place, 'POST', [CHUNKED], chunk(inner(place)))],
  ['a chunk that breaks off', (place) => request(place, 'POST', [CHUNKED], `fff\r\n${inner(place)}`)],
  ['a head that breaks off', ({ host, meant }) => `GET ${meant} HTTP/1.1\r\nHost: ${host}\r\n`],
];

/** @type {readonly Framing[]} */
export const FRAMINGS = [
  ...COMPLETE.map(([name, bytes, arrives = []]) => ({ name, bytes, arrives, isUnfinished: false })),
  ...UNFINISHED.map(([name, bytes]) => ({ name, bytes, arrives: [], isUnfinished: true })),
];
