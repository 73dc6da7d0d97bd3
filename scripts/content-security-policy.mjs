/**
 * The policy under which the production build runs, as `<meta>` in index.html and as header from our own servers.
 * Connections go to whatever service address the person types, hence `https:`; plain http only to this machine.
 */
const DIRECTIVES = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'worker-src': "'self'",
  'font-src': "'self'",
  'manifest-src': "'self'",
  'img-src': "'self' data: https:",
  'connect-src': "'self' https: http://localhost:* http://127.0.0.1:*",
  'base-uri': "'none'",
  'form-action': "'none'",
  'require-trusted-types-for': "'script'",
};

// Browsers ignore (and warn about) these in a <meta>.
const HEADER_ONLY_DIRECTIVES = { 'frame-ancestors': "'none'" };

/**
 * @param {{ asHeader?: boolean }} [options] `asHeader` adds what only a header may carry.
 * @returns {string}
 */
export function contentSecurityPolicy({ asHeader = false } = {}) {
  const directives = asHeader ? { ...DIRECTIVES, ...HEADER_ONLY_DIRECTIVES } : DIRECTIVES;
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
