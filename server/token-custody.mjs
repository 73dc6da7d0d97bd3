import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

// This module implements `custody: "server"` (docs/decisions/custody.md): refresh tokens stay in a cookie that no script can read. The page
// gets only access tokens and a *binding*: a random text, without which the cookie cannot be decrypted.

/** How long a browser keeps the cookie of a session that outlives its tabs. Refresh tokens live as long. */
const KEPT_FOR_MS = 5 * 24 * 3_600_000;

/** The length of the longest cookie. Browsers silently drop longer ones. */
const LONGEST_COOKIE = 4096;

/** How long repeated renewals get the same answer. A page that has given up waiting asks again with a cookie whose token is used up. */
const SHARED_FOR_MS = 60_000;

/** The only headers that a page reads of a token call's answer. */
const TOKEN_ANSWER_HEADERS = ['content-type', 'date', 'retry-after', 'x-correlation-id', 'x-request-id'];

/** Matches a named refresh token in any notation: as a parameter, as a member within a text, as an element. */
const NAMED_TOKEN = /refresh[_-]?token["']?\s*[:=>]/i;

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BINDING_BYTES = 32;

/** The name of the binding in responses, and in a renewal's form, where it replaces the refresh token. */
const BINDING = 'session_binding';
/**
 * A header of token calls that says whether the session outlives its tabs. A page that signs in without this header expects to keep its
 * token itself. A page that sends it to a server that keeps no tokens was opened under an earlier configuration.
 */
export const KEPT_HEADER = 'x-session-kept';

/** The header of a sign-out, with the binding of the session that ends. */
const BINDING_HEADER = 'x-session-binding';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** @typedef {{ method: string, headers: import('node:http').IncomingHttpHeaders, body: string }} TokenRequest */

/** @typedef {{ status: number, headers: import('node:http').OutgoingHttpHeaders, body: string }} TokenAnswer */

/** @typedef {{ refreshToken: string, isKept: boolean, signedInAtMs: number }} KeptToken what the cookie holds */

/** @typedef {{ secret: string, binding: string, cookieName: string, service: string, clientId: string }} Seal what encrypts a cookie */

/**
 * Returns the cookie's name and attributes for a console at an address. Over https, `__Host-` ensures that only this host can have set the
 * cookie, but browsers then demand that it holds for the whole host. A console below a path uses `__Secure-`, for the token call alone.
 * Plain http occurs only on this machine, where not every browser takes a secure cookie, and all ports share cookies.
 * @param {URL} address where users open the console @param {string} tokenPath
 */
export function custodyCookie(address, tokenPath) {
  const { protocol, pathname, port } = address;
  if (protocol !== 'https:')
    return { name: `colonnade-session-${port || 80}`, attributes: `Path=${tokenPath}` };
  return pathname === '/'
    ? { name: '__Host-colonnade-session', attributes: 'Path=/; Secure' }
    : { name: '__Secure-colonnade-session', attributes: `Path=${tokenPath}; Secure` };
}

/**
 * Answers token calls of the page, and asks the service for the tokens.
 * @param {object} options
 * @param {string | undefined} options.secret shared by all instances behind one address; without it no user can sign in
 * @param {string} options.service the service's base address; a cookie is valid for this service alone
 * @param {() => number} [options.readNowMs]
 */
export function createTokenCustody({ secret, service, readNowMs = Date.now }) {
  const renewals = createSharedAnswers(readNowMs);
  const ended = createEndedSessions(readNowMs);

  /**
   * @param {TokenRequest} request
   * @param {object} situation
   * @param {ReturnType<typeof custodyCookie>} situation.cookie
   * @param {number} situation.maxAgeMs how long after the password was typed a session can be renewed
   * @param {(form: URLSearchParams) => Promise<TokenAnswer>} situation.ask asks the service, even if the page no longer waits
   * @returns {Promise<TokenAnswer>}
   */
  return async function answer(request, { cookie, maxAgeMs, ask }) {
    if (secret === undefined)
      return failed('This server keeps no sign-ins, for it has no secret to seal them with.');
    /** @param {string} binding @param {string} clientId @returns {Seal} */
    const sealOf = (binding, clientId) => ({ secret, binding, cookieName: cookie.name, service, clientId });
    if (request.method === 'DELETE') return signOut();
    if (request.method !== 'POST')
      return refused(405, 'invalid_request', 'Only POST and DELETE are answered here.');
    if (request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== FORM_TYPE) {
      return refused(400, 'invalid_request', `The content type must be ${FORM_TYPE}.`);
    }
    const form = new URLSearchParams(request.body);
    const grant = form.get('grant_type');
    if (grant === 'password') return signIn(form);
    if (grant === 'refresh_token') return renew(form);
    return withoutToken(await ask(form));

    /** @param {URLSearchParams} form */
    async function signIn(form) {
      const wish = request.headers[KEPT_HEADER];
      if (wish !== 'true' && wish !== 'false') return otherCustody();
      const given = await ask(form);
      if (given.status !== 200) return withoutToken(given);
      const content = tokenContent(given);
      if (!content) return unreadable();
      const { refreshToken, rest } = content;
      // A browser has one session, so the cookie of an earlier session is deleted.
      if (refreshToken === undefined) return granted(given, rest, null, cleared());
      const binding = randomBytes(BINDING_BYTES).toString('base64url');
      const kept = { refreshToken, isKept: wish === 'true', signedInAtMs: readNowMs() };
      return keep(given, rest, binding, kept, form.get('client_id') ?? '');
    }

    /** @param {URLSearchParams} form */
    async function renew(form) {
      const binding = form.get(BINDING);
      // The page was opened before the configuration changed, and sends the token that it keeps itself.
      if (binding === null || form.has('refresh_token')) return otherCustody();
      const clientId = form.get('client_id') ?? '';
      const kept = keptFor(binding, clientId);
      // The cookie is not deleted, because it may belong to a user who has signed in since, in another tab.
      if (!kept) return notRenewed();
      if (readNowMs() - kept.signedInAtMs > maxAgeMs) {
        return withCookie(refused(403, 'invalid_grant', 'The session is too old.'), cleared());
      }
      const given = await renewals.answerTo(kept.refreshToken, () =>
        ask(renewalForm(kept.refreshToken, clientId)),
      );
      // The user has signed out meanwhile.
      if (ended.has(binding)) return notRenewed();
      // The cookie stays even if the service refuses, because a faster request may have put the next token into it.
      if (given.status !== 200) return withoutToken(given, kept.refreshToken);
      const content = tokenContent(given);
      if (!content) return unreadable();
      const { refreshToken = kept.refreshToken, rest } = content;
      // The binding stays the same: if the response is lost on its way to the page, the next renewal can still open the cookie.
      return keep(given, rest, binding, { ...kept, refreshToken }, clientId);
    }

    /** Makes copies of the cookie useless: ends the binding at this server, and uses up the token for other instances. */
    function signOut() {
      const binding = String(request.headers[BINDING_HEADER]);
      const clientId = String(request.headers['client_id']);
      const kept = keptFor(binding, clientId);
      if (kept) {
        ended.add(binding, kept.signedInAtMs + maxAgeMs);
        // The sign-out does not wait for the service.
        spend(kept.refreshToken, clientId).catch(() => undefined);
      }
      return withCookie({ status: 204, headers: {}, body: '' }, cleared());
    }

    /** @param {string} refreshToken @param {string} clientId */
    async function spend(refreshToken, clientId) {
      const given = await renewals.known(refreshToken);
      const newest = (given && tokenContent(given)?.refreshToken) ?? refreshToken;
      await ask(renewalForm(newest, clientId));
    }

    /** @param {string} binding @param {string} clientId */
    function keptFor(binding, clientId) {
      if (ended.has(binding)) return undefined;
      return cookieValues(request.headers.cookie, cookie.name)
        .map((value) => openCookie(value, sealOf(binding, clientId)))
        .find((found) => found !== undefined);
    }

    /**
     * @param {TokenAnswer} given @param {Record<string, unknown>} rest @param {string} binding
     * @param {KeptToken} kept @param {string} clientId
     */
    function keep(given, rest, binding, kept, clientId) {
      const value = sealCookie(kept, sealOf(binding, clientId));
      const line = cookieLine(value, kept.isKept ? KEPT_FOR_MS / 1000 : null);
      if (line.length > LONGEST_COOKIE) {
        return failed(
          "The service's refresh tokens are too long to be kept in a cookie: set custody to page.",
        );
      }
      return granted(given, rest, binding, line, kept.refreshToken);
    }

    function cleared() {
      return cookieLine('', 0);
    }

    /** @param {string} value @param {number | null} maxAgeS null: until the browser is closed */
    function cookieLine(value, maxAgeS) {
      const age = maxAgeS === null ? '' : `; Max-Age=${maxAgeS}`;
      return `${cookie.name}=${value}; ${cookie.attributes}; HttpOnly; SameSite=Strict${age}`;
    }
  };
}

/** @param {string} refreshToken @param {string} clientId */
function renewalForm(refreshToken, clientId) {
  return new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
  });
}

/** Shares answers: a refresh token works once, so all requests with the same token get the same answer. @param {() => number} readNowMs */
function createSharedAnswers(readNowMs) {
  /** @type {Map<string, { answer: Promise<TokenAnswer>, untilMs: number }>} by the token that they were given for */
  const shared = new Map();
  return {
    /** @param {string} refreshToken @returns {Promise<TokenAnswer | undefined>} */
    known: async (refreshToken) => shared.get(refreshToken)?.answer,
    /** @param {string} refreshToken @param {() => Promise<TokenAnswer>} ask */
    answerTo: async (refreshToken, ask) => {
      for (const [token, { untilMs }] of shared) if (untilMs < readNowMs()) shared.delete(token);
      const found = shared.get(refreshToken);
      if (found) return found.answer;
      const entry = { answer: ask(), untilMs: Infinity };
      shared.set(refreshToken, entry);
      try {
        const given = await entry.answer;
        // If the service returns the same token, the next caller needs a new answer.
        const { refreshToken: next = refreshToken } = (given.status === 200 && tokenContent(given)) || {};
        if (next !== refreshToken) entry.untilMs = readNowMs() + SHARED_FOR_MS;
        else shared.delete(refreshToken);
      } catch {
        shared.delete(refreshToken);
      }
      return entry.answer;
    },
  };
}

/**
 * Remembers sessions that were signed out until no copy of their cookie can be renewed. Only a signed-in user can add one. @param {() =>
 * number} readNowMs
 */
function createEndedSessions(readNowMs) {
  /** @type {Map<string, number>} the end of each entry, by digest of the binding */
  const untilMsOf = new Map();
  /** @param {string} binding */
  const digest = (binding) => createHash('sha256').update(binding).digest('base64');
  return {
    /** @param {string} binding */
    has: (binding) => untilMsOf.has(digest(binding)),
    /** @param {string} binding @param {number} untilMs */
    add: (binding, untilMs) => {
      for (const [other, otherUntilMs] of untilMsOf) if (otherUntilMs < readNowMs()) untilMsOf.delete(other);
      untilMsOf.set(digest(binding), untilMs);
    },
  };
}

function notRenewed() {
  return refused(403, 'invalid_grant', 'There is no session here that can be renewed.');
}

/** @param {KeptToken} kept @param {Seal} seal */
function sealCookie(kept, seal) {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(seal), nonce).setAAD(contextOf(seal));
  const body = Buffer.concat([cipher.update(JSON.stringify(kept)), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
}

/** Decrypts a cookie; undefined if it has another seal or was changed. @type {(value: string, seal: Seal) => KeptToken | undefined} */
export function openCookie(value, seal) {
  const bytes = Buffer.from(value, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, keyOf(seal), nonce, { authTagLength: TAG_BYTES })
    .setAAD(contextOf(seal))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const body = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Derives the key also from the binding: any program on this machine can lure a browser into sending it the cookie. @param {Seal} seal */
function keyOf({ secret, binding }) {
  return Buffer.from(hkdfSync('sha256', secret, binding, 'colonnade token custody', KEY_BYTES));
}

/** @param {Seal} seal */
function contextOf({ cookieName, service, clientId }) {
  return Buffer.from(JSON.stringify([cookieName, service, clientId]));
}

/** Returns several values if other programs here have set that name. @type {(header: string | undefined, name: string) => string[]} */
function cookieValues(header, name) {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}

/** @param {TokenAnswer} given @returns {unknown} undefined if the body is not JSON, or is compressed unasked */
function jsonIn({ headers, body }) {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** @param {TokenAnswer} given */
function tokenContent(given) {
  const json = jsonIn(given);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  /** @type {Record<string, unknown>} */
  const { refresh_token: token, ...rest } = { ...json };
  return { refreshToken: typeof token === 'string' && token !== '' ? token : undefined, rest };
}

/**
 * @param {TokenAnswer} given @param {Record<string, unknown>} rest @param {string | null} binding
 * @param {string} line @param {string} [refreshToken]
 */
function granted(given, rest, binding, line, refreshToken) {
  const body = JSON.stringify({ ...rest, [BINDING]: binding });
  const answer = withoutToken({ ...given, body }, refreshToken);
  return answer.status === given.status ? withCookie(answer, line) : answer;
}

/**
 * Returns the service's answer with its JSON written again. It is refused if a refresh token is in any place or form other than the
 * contract's. A body that is not JSON is left out, because it could hide a token and means nothing to a page.
 * @param {TokenAnswer} given @param {string} [refreshToken] @returns {TokenAnswer}
 */
function withoutToken(given, refreshToken) {
  const json = jsonIn(given);
  if (json !== undefined && hasToken(json, refreshToken)) return unreadable();
  const headers = TOKEN_ANSWER_HEADERS.flatMap((name) => {
    const value = given.headers[name];
    return typeof value === 'string' && !saysRefreshToken(value, refreshToken) ? [[name, value]] : [];
  });
  return {
    status: given.status,
    headers: Object.fromEntries(headers),
    body: json === undefined ? '' : JSON.stringify(json),
  };
}

/**
 * @param {unknown} json @param {string | undefined} refreshToken
 * @param {boolean} [isNamed] whether the value is within a member named like a refresh token @returns {boolean}
 */
function hasToken(json, refreshToken, isNamed = false) {
  if (typeof json === 'string') return (isNamed && json !== '') || saysRefreshToken(json, refreshToken);
  if (typeof json !== 'object' || json === null) return isNamed && typeof json === 'number';
  return Object.entries(json).some(
    ([name, value]) =>
      (refreshToken !== undefined && name.includes(refreshToken)) ||
      hasToken(value, refreshToken, isNamed || isTokenName(name)),
  );
}

/** @param {string} name of a member */
function isTokenName(name) {
  return name.replaceAll(/[^a-z]/gi, '').toLowerCase() === 'refreshtoken';
}

/** @param {string} text percent-encoded or not @param {string} [refreshToken] a known token to look for */
export function saysRefreshToken(text, refreshToken) {
  const plain = text
    .replaceAll(/(?:\\u00|%)([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\', '');
  if (NAMED_TOKEN.test(plain)) return true;
  return refreshToken !== undefined && (text.includes(refreshToken) || plain.includes(refreshToken));
}

function unreadable() {
  return failed(
    'The service answers the sign-in in a form that this server does not know, so it was not passed on.',
  );
}

/** Returns the answer to a page that was opened under the other setting of `custody`. @returns {TokenAnswer} */
export function otherCustody() {
  const message =
    'This page was opened for another way of keeping sign-ins than the one that is in force now. Reload it.';
  return jsonAnswer(421, { Data: null, Errors: [message], Succeeded: false, error: 'other_custody' });
}

/** @param {string} message */
function failed(message) {
  return enveloped(500, message);
}

/** @param {number} status @param {string} message */
function enveloped(status, message) {
  return jsonAnswer(status, { Data: null, Errors: [message], Succeeded: false });
}

/** @param {number} status @param {string} error @param {string} description */
function refused(status, error, description) {
  return jsonAnswer(status, { error, error_description: description });
}

/** @param {number} status @param {object} content @returns {TokenAnswer} */
function jsonAnswer(status, content) {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers, body: JSON.stringify(content) };
}

/** @param {TokenAnswer} answer @param {string} line @returns {TokenAnswer} */
function withCookie(answer, line) {
  return { ...answer, headers: { ...answer.headers, 'set-cookie': line } };
}
