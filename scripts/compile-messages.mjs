import { readFile } from 'node:fs/promises';
import compile from 'icu-minify/compile';

const CATALOGUE_FILE = /\/messages\/.*\.json$/;

/**
 * Vite plugin: reads the ICU messages of the catalogues while building, so that the page need not carry a parser for
 * them (about 15 kB gzip). Goes with the alias below; a message that cannot be read fails the build.
 * @returns {import('vite').Plugin}
 */
export function compileMessages() {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    load: async (id) => {
      const file = id.replace(/[?#].*$/, '').replaceAll('\\', '/');
      if (!CATALOGUE_FILE.test(file)) return null;
      return JSON.stringify(compiled(JSON.parse(await readFile(file, 'utf8'))));
    },
  };
}

/**
 * @param {unknown} messages
 * @returns {unknown}
 */
function compiled(messages) {
  if (typeof messages === 'string') return compile(messages);
  if (typeof messages !== 'object' || messages === null) throw new TypeError('A message is text.');
  return Object.fromEntries(Object.entries(messages).map(([key, value]) => [key, compiled(value)]));
}
