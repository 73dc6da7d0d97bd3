import { readdirSync } from 'node:fs';
import path from 'node:path';
import compile from 'icu-minify/compile';
import {
  BASE_LANGUAGE,
  COMMAND_MESSAGES_FOLDER,
  DEMO_MESSAGES_FOLDER,
  englishFileOf,
  LANGUAGES,
  MESSAGES_FOLDER,
  readMessageFile,
  readMessages,
} from './read-messages.mjs';

const MODULE = 'virtual:catalogues';

/**
 * Vite plugin for the message catalogues of all languages except the base language. It finds the languages by their folders.
 * `virtual:catalogues` lists them; `virtual:catalogues/<tag>` has the messages of one. Missing messages are English. For the product,
 * messages are compiled: the page needs no parser for them (about 15 kB gzip), and an unreadable message fails the build.
 * @param {{ isCompiled: boolean }} options @returns {import('vite').Plugin}
 */
export function messageCatalogues({ isCompiled }) {
  const written = (/** @type {unknown} */ messages) =>
    JSON.stringify(isCompiled ? compiled(messages) : messages);
  return {
    name: 'message-catalogues',
    enforce: 'pre',
    config: () =>
      isCompiled
        ? { resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }
        : {},
    // The filters keep the bundler from calling these functions for each of 30,000 imports.
    resolveId: { filter: { id: /^virtual:catalogues(?:\/|$)/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: [/^\0virtual:catalogues/, /[\\/]messages[\\/].*\.json(?:[?#]|$)/] },
      handler(id) {
        if (id === `\0${MODULE}`) {
          const others = LANGUAGES.filter((language) => language !== BASE_LANGUAGE);
          const loaders = others.map(
            (language) => `${JSON.stringify(language)}: () => import('${MODULE}/${language}')`,
          );
          return `export const catalogues = { ${loaders.join(', ')} };`;
        }
        if (id.startsWith(`\0${MODULE}/`)) {
          const language = id.slice(MODULE.length + 2);
          for (const tag of [BASE_LANGUAGE, language])
            for (const file of readdirSync(path.join(MESSAGES_FOLDER, tag)))
              this.addWatchFile(path.join(MESSAGES_FOLDER, tag, file));
          return `export default ${written(readMessages(language))};`;
        }
        const file = path.normalize(id.replace(/[?#].*$/, ''));
        if (!isMessageFile(file)) return null;
        this.addWatchFile(englishFileOf(file));
        return written(readMessageFile(file));
      },
    },
  };
}

/** @param {string} file */
function isMessageFile(file) {
  return (
    file.endsWith('.json') &&
    [MESSAGES_FOLDER, DEMO_MESSAGES_FOLDER, COMMAND_MESSAGES_FOLDER].some((folder) =>
      file.startsWith(folder + path.sep),
    )
  );
}

/** @param {unknown} messages @returns {unknown} */
function compiled(messages) {
  if (typeof messages === 'string') return compile(messages);
  if (typeof messages !== 'object' || messages === null) throw new TypeError('A message is text.');
  return Object.fromEntries(Object.entries(messages).map(([key, value]) => [key, compiled(value)]));
}
