import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BROWSER_FLOOR, GUARD_NEEDS } from './browser-floor.mjs';
import { guardPage } from './guard-page.mjs';
import { projectDirectory } from './project-paths.mjs';

/** @typedef {import('../src/shared/i18n/languages').Language} Language */

const ASSET_NAME = 'browser-guard.js';

/**
 * Vite plugin: puts the guard into the page as a file of its own, since the policy allows no script inside it. It runs
 * before the application, whose module waits until the page is read.
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

/** @returns {string} */
function guardScript() {
  /** @type {Record<Language, import('./guard-page.mjs').GuardMessages>} */
  const messages = { en: guardMessages('en'), de: guardMessages('de') };
  return `(${guardPage.toString()})(window, ${JSON.stringify(GUARD_NEEDS)}, ${JSON.stringify(messages)});\n`;
}

/** @param {Language} language @returns {import('./guard-page.mjs').GuardMessages} with the versions of the floor in it */
function guardMessages(language) {
  const file = path.join(projectDirectory, `src/shared/i18n/messages/${language}/old-browser.json`);
  /** @type {import('./guard-page.mjs').GuardMessages} */
  const { title, text } = JSON.parse(readFileSync(file, 'utf8'));
  const written = Object.entries(BROWSER_FLOOR).reduce(
    (sentence, [browser, version]) => sentence.replace(`{${browser}}`, version),
    text,
  );
  return { title, text: written };
}
