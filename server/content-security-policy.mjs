/** The policy of the production build. index.html has it as `<meta>`, our own servers send it as a header; deploy/ has it for others. */
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
  // src/app/trusted-types.ts creates this policy. No script can create another one, or this one twice.
  'trusted-types': 'default',
};

/** The page may connect to any service address that the user types. Over plain http, it may connect only to this machine. */
const TYPED_ADDRESSES = 'https: http://localhost:* http://127.0.0.1:*';

// Browsers ignore these directives in a <meta>, with a warning.
const HEADER_ONLY_DIRECTIVES = { 'frame-ancestors': "'none'" };

/**
 * @param {object} [options]
 * @param {boolean} [options.asHeader] adds the directives that only a header may contain
 * @param {boolean} [options.isServiceTyped] whether users may type the address of their service, on any origin
 * @param {string} [options.serviceOrigin] the service's origin, if it is another one
 * @param {string | undefined} [options.reportOrigin] the origin of `reportTo`, if it is another one
 * @param {boolean} [options.hasAnalysis] whether the analysis engine, which is WebAssembly, may be compiled
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
