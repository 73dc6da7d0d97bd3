// This module needs no package, because `npm start` uses it before packages are installed.

/** The environment variables that name a proxy, by protocol. The first of two names takes precedence. */
const PROXY_VARIABLES = {
  'https:': ['https_proxy', 'HTTPS_PROXY'],
  'http:': ['http_proxy', 'HTTP_PROXY'],
};
const EXCEPTED_VARIABLES = ['no_proxy', 'NO_PROXY'];

/**
 * Returns the proxy's address and the hosts that are reached without it, or undefined if no proxy is used. None is used for a service on
 * this machine, because a proxy would look for the service on its own machine.
 * @type {(address: URL) => { proxy: string, excepted: string } | undefined}
 */
export function proxyFor(address) {
  const proxy = valueOf(namedProxy(address));
  return isProxyAddress(proxy) ? { proxy, excepted: valueOf(EXCEPTED_VARIABLES.find(isSet)) } : undefined;
}

/** Says why a proxy in the environment is not used; undefined if there is none. @type {(address: URL) => string | undefined} */
export function unusedProxy(address) {
  const name = namedProxy(address);
  if (name === undefined || isProxyAddress(valueOf(name))) return undefined;
  return `${name} is not used: it takes an address such as http://proxy.example.com:3128.`;
}

/** @param {URL} address @returns {string | undefined} the environment variable that names a proxy for the address */
function namedProxy({ protocol, hostname }) {
  return isLoopback(hostname)
    ? undefined
    : PROXY_VARIABLES[protocol === 'https:' ? 'https:' : 'http:'].find(isSet);
}

/** @param {string} name */
function isSet(name) {
  return valueOf(name) !== '';
}

/** @param {string | undefined} name */
function valueOf(name) {
  return (name !== undefined && process.env[name]) || '';
}

/** Whether a text is an address. Any other text would end the server, with the proxy's password in the error. @param {string} text */
function isProxyAddress(text) {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** @param {string} hostname */
export function isLoopback(hostname) {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** @param {string | undefined} host the value of the header `Host` */
export function isLoopbackHost(host) {
  const url = `http://${host ?? ''}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}
