import { BROWSER_FLOOR, GUARD_NEEDS } from './browser-floor.mjs';
import { guardPage } from './guard-page.mjs';
import { LANGUAGES, readMessages } from './read-messages.mjs';

const ASSET_NAME = 'browser-guard.js';

/**
 * Vite plugin that puts the guard (`guardPage`, which refuses old browsers) into a separate file, because the page's policy allows no
 * inline script. The guard runs before the application, whose module script waits until the page is parsed.
 * @returns {import('vite').Plugin}
 */
export function browserGuard() {
  return {
    name: 'browser-guard',
    apply: 'build',
    buildStart() {
      this.emitFile({
        type: 'asset',
        name: ASSET_NAME,
        originalFileName: 'scripts/browser-guard.mjs',
        source: guardScript(),
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const guard = Object.values(bundle).find(
          (file) => file.type === 'asset' && file.names.includes(ASSET_NAME),
        );
        if (guard === undefined) throw new Error(`The build has no ${ASSET_NAME}.`);
        return [{ tag: 'script', attrs: { src: `./${guard.fileName}` }, injectTo: 'body' }];
      },
    },
  };
}

function guardScript() {
  /** @type {Partial<Record<string, import('./guard-page.mjs').GuardMessages>>} */
  const messages = Object.fromEntries(LANGUAGES.map((language) => [language, guardMessages(language)]));
  return `(${guardPage.toString()})(window, ${JSON.stringify(GUARD_NEEDS)}, ${JSON.stringify(messages)});\n`;
}

/** @param {string} language @returns {import('./guard-page.mjs').GuardMessages} with the oldest supported versions inserted */
function guardMessages(language) {
  const { text, ...others } = /** @type {import('./guard-page.mjs').GuardMessages} */ (
    /** @type {unknown} */ (readMessages(language)['oldBrowser'])
  );
  const written = Object.entries(BROWSER_FLOOR).reduce(
    (sentence, [browser, version]) => sentence.replace(`{${browser}}`, version),
    text,
  );
  return { ...others, text: written };
}
