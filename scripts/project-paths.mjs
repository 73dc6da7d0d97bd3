import { fileURLToPath } from 'node:url';

/** An absolute path without a trailing separator. */
export const projectDirectory = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/** The output of `npm run build`, to be deployed. Our other commands neither read nor replace it. */
export const distDirectory = fileURLToPath(new URL('../dist', import.meta.url));

/** @param {string} text @returns {boolean} whether a console can be served below the path, which begins and ends with a slash */
export function isBasePath(text) {
  return /^\/([\w.~-]+\/)*$/.test(text);
}

/** The source maps of that output, which are not to be deployed. */
export const mapsDirectory = fileURLToPath(new URL('../dist-maps', import.meta.url));

export const releaseDirectory = fileURLToPath(new URL('../release', import.meta.url));

/** Files that may be deleted at any time: the builds below, reports of test runs. */
export const cacheDirectory = fileURLToPath(new URL('../.cache', import.meta.url));

/** The builds that our own commands make and serve, by edition (`build-product.mjs`). */
export const builtDirectories = {
  production: fileURLToPath(new URL('../.cache/build/production', import.meta.url)),
  demo: fileURLToPath(new URL('../.cache/build/demo', import.meta.url)),
};

/** The command that `npm run colonnade` runs (`build-product.mjs`). */
export const commandDirectory = fileURLToPath(new URL('../.cache/build/command', import.meta.url));

/** The secret of this installation. It must be neither deleted nor copied. */
export const installationDirectory = fileURLToPath(new URL('../.colonnade', import.meta.url));

/** Vite's default list, and the secret of this installation: the development server serves the project's folder. */
export const UNSERVED_FILES = [
  '.env',
  '.env.*',
  '*.{crt,pem,key,p12,pfx,cer,der}',
  '.npmrc',
  '.yarnrc.yml',
  '**/.git/**',
  '**/.colonnade/**',
];
