/**
 * The policy under which the production build runs, as `<meta>` in index.html and as header from our own servers. Other
 * hosts send the header form, too; what only a header can do is said in docs/decisions/strict-page-policy.md.
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
 *   reaches its own origin alone
 * @param {boolean} [options.hasAnalysis] whether the engine of the analysis may be compiled, which is WebAssembly
 * @returns {string}
 */
export function contentSecurityPolicy({ asHeader = false, isServiceTyped = true, hasAnalysis = true } = {}) {
  const directives = {
    ...DIRECTIVES,
    'script-src': hasAnalysis ? "'self' 'wasm-unsafe-eval'" : "'self'",
    'connect-src': isServiceTyped ? `'self' ${TYPED_ADDRESSES}` : "'self'",
    ...(asHeader && HEADER_ONLY_DIRECTIVES),
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
