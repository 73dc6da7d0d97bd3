/**
 * The policy under which the production build runs, as `<meta>` in index.html and as header from our own servers. Other
 * hosts send the header form, too: deploy/ has it for them.
 */
const DIRECTIVES = {
  'default-src': "'none'",
  'style-src': "'self'",
  'worker-src': "'self'",
  'font-src': "'self'",
  'manifest-src': "'self'",
  'img-src': "'self' data:",
  'base-uri': "'none'",
  'form-action': "'none'",
  'require-trusted-types-for': "'script'",
  // The one of src/app/trusted-types.ts. Nothing can make another, or this one once more.
  'trusted-types': 'default',
};

/** Connections go to whatever service address the person types; plain http only to this machine. */
const TYPED_ADDRESSES = 'https: http://localhost:* http://127.0.0.1:*';

// Browsers ignore (and warn about) these in a <meta>.
const HEADER_ONLY_DIRECTIVES = { 'frame-ancestors': "'none'" };

/**
 * @param {object} [options]
 * @param {boolean} [options.asHeader] adds what only a header may carry
 * @param {boolean} [options.isServiceTyped] whether people may type the address of their service; otherwise the page
 *   reaches its own origin and the two origins below alone
 * @param {string} [options.serviceOrigin] of a service that is elsewhere
 * @param {string | undefined} [options.reportOrigin] of an address `reportTo` that is elsewhere
 * @param {boolean} [options.hasAnalysis] whether the engine of the analysis may be compiled, which is WebAssembly
 * @returns {string}
 */
export function contentSecurityPolicy({
  asHeader = false,
  isServiceTyped = true,
  serviceOrigin,
  reportOrigin,
  hasAnalysis = true,
} = {}) {
  const reached = isServiceTyped ? [TYPED_ADDRESSES] : [serviceOrigin, reportOrigin];
  const directives = {
    ...DIRECTIVES,
    'script-src': hasAnalysis ? "'self' 'wasm-unsafe-eval'" : "'self'",
    'connect-src': ["'self'", ...reached.filter((origin) => origin !== undefined)].join(' '),
    ...(asHeader && HEADER_ONLY_DIRECTIVES),
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
