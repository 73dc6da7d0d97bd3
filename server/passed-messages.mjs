// The parts of requests and answers that are passed on. Lists name what may pass: others keep inventing what may not.

/** In this header the page names the service that it means; other services answer 421. */
export const UPSTREAM_HEADER = 'x-upstream-address';

/**
 * All that a service learns of a request: not who calls, and no cookies, which the ports of a host share. The passing server writes
 * the headers that frame the request.
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
 * All that a page reads of a response. Other headers would act for the console's origin: set cookies, clear its storage, preload, open
 * it to other origins, or ask for a password in a dialog of the browser.
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

/** Headers of every response. If a response is opened as a page, it runs nothing, loads nothing and has no origin. */
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

/** How many times text may be percent-encoded. */
const MAX_ENCODINGS = 4;
export const ADDRESS_REFUSED = 'This address is none of the service.';

/**
 * Why a request goes to no service: another server may see two requests where we see one, or no request at all.
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
 * The address below the service's base, as it is sent on; undefined if it leads, or could be taken to lead, outside.
 * @param {string} url below `mountPath` @param {string} mountPath @returns {string | undefined}
 */
export function addressBelow(url, mountPath) {
  const address = url.slice(mountPath.length);
  const [path = ''] = address.split('?', 1);
  // Only the characters of addresses that browsers write.
  if (!/^[!-~]*$/.test(address) || /[\\#]|%(?![\da-f]{2})/i.test(path)) return undefined;
  const text = decoded(path);
  if (text === undefined || text.includes('\0')) return undefined;
  // Some servers take what follows a semicolon for a parameter, or take similar letters for dots and slashes.
  const steps = text.normalize('NFKC').split(/[\\/]/);
  return steps.some((step) => /^\.\.?$/.test(step.replace(/;.*$/s, '').trim())) ? undefined : address;
}

const SLASH = '(?:/|%(?:25)*(?:2f|5c))';
/**
 * Addresses that web servers refuse by their configuration, without regard to case; PCRE, RE2 and JavaScript share the
 * notation. A dot is encoded only to hide a step. `addressBelow` also refuses letters that merely look like a dot or a slash.
 */
export const REFUSED_ADDRESSES = `^[^?]*(?:[\\x5c#]|%(?:25)*(?:00|2e|c[01])|${SLASH}[.][.]?(?:$|[;?]|%(?:25)*3b|${SLASH}))|[^!-~]`;

/**
 * Decodes a path until nothing is encoded any more, as a server that decodes more than once would read it.
 * @param {string} path @returns {string | undefined} undefined: the encoding is invalid, or nested too deeply
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
 * Chooses headers, without those that the other side says belong to the connection.
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
