import { fileURLToPath } from 'node:url';

/** The project's folder: an absolute path without a trailing separator. */
export const projectDirectory = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/** The folder that `npm run build` writes, to be deployed. The project's other commands neither read nor replace it. */
export const distDirectory = fileURLToPath(new URL('../dist', import.meta.url));

/** @param {string} text @returns {boolean} whether a console can be served below the path, which begins and ends with a slash */
export function isBasePath(text) {
  return /^\/([\w.~-]+\/)*$/.test(text);
}

/** The source maps of `npm run build`, which must not be deployed. */
export const mapsDirectory = fileURLToPath(new URL('../dist-maps', import.meta.url));

export const releaseDirectory = fileURLToPath(new URL('../release', import.meta.url));

/** The folder of files that may be deleted at any time, such as builds and reports of test runs. */
export const cacheDirectory = fileURLToPath(new URL('../.cache', import.meta.url));

/** The builds that the project's own commands make and serve, by edition (`build-product.mjs`). */
export const builtDirectories = {
  production: fileURLToPath(new URL('../.cache/build/production', import.meta.url)),
  demo: fileURLToPath(new URL('../.cache/build/demo', import.meta.url)),
};

/** The folder of the command that `npm run colonnade` runs (`build-product.mjs`). */
export const commandDirectory = fileURLToPath(new URL('../.cache/build/command', import.meta.url));

/** The folder of this installation's secret, which must be neither deleted nor copied. */
export const installationDirectory = fileURLToPath(new URL('../.colonnade', import.meta.url));

/** What the development server must not serve of the project's folder: Vite's default list, and this installation's secret. */
export const UNSERVED_FILES = [
  '.env',
  '.env.*',
  '*.{crt,pem,key,p12,pfx,cer,der}',
  '.npmrc',
  '.yarnrc.yml',
  '**/.git/**',
  '**/.colonnade/**',
];
