import { fileURLToPath } from 'node:url';

/** Absolute, without a trailing separator. */
export const projectDirectory = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/** What `npm run build` writes, to be deployed. Our other commands neither read nor replace it. */
export const distDirectory = fileURLToPath(new URL('../dist', import.meta.url));

/** @param {string} text @returns {boolean} whether it is a path from slash to slash, that a console can be served below */
export function isBasePath(text) {
  return /^\/([\w.~-]+\/)*$/.test(text);
}

/** The source maps of what is in there, not to be deployed. */
export const mapsDirectory = fileURLToPath(new URL('../dist-maps', import.meta.url));

/** What `npm run release` writes. */
export const releaseDirectory = fileURLToPath(new URL('../release', import.meta.url));

/** What may be deleted at any time: the builds below, reports of test runs. */
export const cacheDirectory = fileURLToPath(new URL('../.cache', import.meta.url));

/** The build that our own commands make and serve, of each edition (`build-product.mjs`). */
export const builtDirectories = {
  production: fileURLToPath(new URL('../.cache/build/production', import.meta.url)),
  demo: fileURLToPath(new URL('../.cache/build/demo', import.meta.url)),
};

/** The command that `npm run colonnade` runs (`build-product.mjs`). */
export const commandDirectory = fileURLToPath(new URL('../.cache/build/command', import.meta.url));

/** What belongs to this installation and to nobody else: its secret. Not to be deleted, nor to be copied. */
export const installationDirectory = fileURLToPath(new URL('../.colonnade', import.meta.url));

/** Vite's own list, and the secret of this installation: the development server serves the project's folder. */
export const UNSERVED_FILES = [
  '.env',
  '.env.*',
  '*.{crt,pem,key,p12,pfx,cer,der}',
  '.npmrc',
  '.yarnrc.yml',
  '**/.git/**',
  '**/.colonnade/**',
];
