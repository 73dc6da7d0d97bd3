// The parts of requests and responses that are passed on. The lists name what may pass, because new headers may be harmful.

/** The header in which the page names its service. A server for another service answers 421. */
export const UPSTREAM_HEADER = 'x-upstream-address';

/**
 * The headers of a request that the service gets. They do not say who calls, and include no cookies, which all ports of a host share. The
 * passing server itself writes the headers that frame the request.
 */
export const PASSED_REQUEST_HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'client_id',
  'content-type',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-correlation-id',
  'x-request-id',
];

/**
 * The headers of a response that the page gets. Other headers would act for the console's origin: set cookies, clear its storage, preload,
 * open it to other origins, or make the browser ask for a password.
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
  'x-total-count',
]);

/** The headers that every passed response gets. If it is opened as a page, it runs nothing, loads nothing and has no origin. */
export const OWN_RESPONSE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The path of the token call, below the service's base address. */
export const TOKEN_PATH = '/token';

const METHODS_WITH_BODY = ['PATCH', 'POST', 'PUT'];
const METHODS_WITHOUT_BODY = ['DELETE', 'GET', 'HEAD', 'OPTIONS'];
export const PASSED_METHODS = [...METHODS_WITHOUT_BODY, ...METHODS_WITH_BODY];
export const METHOD_REFUSED = 'This method is not passed on.';

/** The number of times that text may be percent-encoded. */
const MAX_ENCODINGS = 4;
export const ADDRESS_REFUSED = 'This address is none of the service.';

/**
 * Says why a request is not passed on: another server may see two requests in it, or no request at all.
 * @type {(request: import('node:http').IncomingMessage) => { status: number, text: string } | undefined}
 */
export function frameProblem({ method = '', httpVersion, headersDistinct }) {
  const codings = headersDistinct['transfer-encoding'] ?? [];
  if (!PASSED_METHODS.includes(method)) return { status: 405, text: METHOD_REFUSED };
  if (httpVersion !== '1.1' && (httpVersion !== '1.0' || codings.length > 0))
    return { status: 400, text: 'This version of HTTP is not passed on.' };
  if (codings.length > 1 || codings.some((coding) => coding.toLowerCase() !== 'chunked'))
    return { status: 400, text: 'This coding is not passed on.' };
  if (hasBody({ headersDistinct }) && METHODS_WITHOUT_BODY.includes(method))
    return { status: 400, text: `${method} has no body.` };
  return undefined;
}

/** @param {Pick<import('node:http').IncomingMessage, 'headersDistinct'>} request */
export function hasBody({ headersDistinct }) {
  const { 'content-length': [length] = ['0'], 'transfer-encoding': codings = [] } = headersDistinct;
  return codings.length > 0 || length !== '0';
}

/**
 * Returns the address below the service's base that is sent to the service, or undefined if it leads outside or a server could read it so.
 * @param {string} url below `mountPath` @param {string} mountPath @returns {string | undefined}
 */
export function addressBelow(url, mountPath) {
  const address = url.slice(mountPath.length);
  const [path = ''] = address.split('?', 1);
  // Browsers write only these characters into addresses.
  if (!/^[!-~]*$/.test(address) || /[\\#]|%(?![\da-f]{2})/i.test(path)) return undefined;
  const text = decoded(path);
  if (text === undefined || text.includes('\0')) return undefined;
  // Some servers take the text after a semicolon for a parameter, or take similar letters for dots and slashes.
  const steps = text.normalize('NFKC').split(/[\\/]/);
  return steps.some((step) => /^\.\.?$/.test(step.replace(/;.*$/s, '').trim())) ? undefined : address;
}

const SLASH = '(?:/|%(?:25)*(?:2f|5c))';
/**
 * Matches the addresses that the web servers of deploy/ refuse, in any case; PCRE, RE2 and JavaScript share the notation. Encoded dots are
 * refused, because only a hidden `..` needs them. `addressBelow` also refuses letters that look like a dot or slash.
 */
export const REFUSED_ADDRESSES = `^[^?]*(?:[\\x5c#]|%(?:25)*(?:00|2e|c[01])|${SLASH}[.][.]?(?:$|[;?]|%(?:25)*3b|${SLASH}))|[^!-~]`;

/**
 * Decodes a path until nothing in it is encoded any more, because a server may decode more than once.
 * @param {string} path @returns {string | undefined} undefined if the encoding is invalid or nested too deeply
 */
export function decoded(path) {
  try {
    let text = decodeURIComponent(path);
    for (let round = 1; /%[0-7][\da-f]/i.test(text); round += 1) {
      if (round === MAX_ENCODINGS) return undefined;
      text = text.replaceAll(/%([0-7][\da-f])/gi, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      );
    }
    return text;
  } catch {
    return undefined;
  }
}

/** @param {import('node:http').IncomingMessage} request @returns {Record<string, string>} */
export function passedRequestHeaders({ headers }) {
  return chosen(headers, PASSED_REQUEST_HEADERS);
}

/** @param {Record<string, string | string[] | undefined>} headers of the service's answer @returns {Record<string, string>} */
export function passedResponseHeaders(headers) {
  return chosen(headers, [...PASSED_RESPONSE_HEADERS]);
}

/**
 * Picks the named headers, except those that the sender declares in `Connection`.
 * @type {(headers: Record<string, string | string[] | undefined>, names: readonly string[]) => Record<string, string>}
 */
function chosen(headers, names) {
  const named = [headers['connection'] ?? []]
    .flat()
    .join(',')
    .toLowerCase()
    .split(/[\s,]+/);
  return Object.fromEntries(
    names
      .filter((name) => !named.includes(name))
      .flatMap((name) =>
        [headers[name] ?? []]
          .flat()
          .slice(0, 1)
          .map((value) => [name, value]),
      ),
  );
}
