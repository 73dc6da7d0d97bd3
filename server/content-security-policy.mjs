/** The policy of the production build, as `<meta>` in index.html and as a header of our own servers; deploy/ has it for others. */
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
  // Created by src/app/trusted-types.ts. No script can create another policy, or this one twice.
  'trusted-types': 'default',
};

/** Connections go to whatever service address the person types; plain http only to this machine. */
const TYPED_ADDRESSES = 'https: http://localhost:* http://127.0.0.1:*';

// Browsers ignore these directives in a <meta>, with a warning.
const HEADER_ONLY_DIRECTIVES = { 'frame-ancestors': "'none'" };

/**
 * @param {object} [options]
 * @param {boolean} [options.asHeader] adds what only a header may carry
 * @param {boolean} [options.isServiceTyped] whether people may type the address of their service, on any origin
 * @param {string} [options.serviceOrigin] of a service on another origin
 * @param {string | undefined} [options.reportOrigin] of a `reportTo` on another origin
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
