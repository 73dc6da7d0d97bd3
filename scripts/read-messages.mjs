import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectDirectory } from './project-paths.mjs';

/** @typedef {import('../src/lib/base/languages').Language} Language */
/** @typedef {import('../src/lib/base/languages').LanguageTraits} LanguageTraits */
/** @typedef {{ readonly [key: string]: string | MessageTree }} MessageTree messages by key, some of them grouped */

/** The language whose texts are used for those that another language lacks. @type {Language} */
export const BASE_LANGUAGE = 'en';

export const MESSAGES_FOLDER = path.join(projectDirectory, 'src/ui/i18n/messages');
/** The folder of the texts that only the demo needs, with a file for each language. */
export const DEMO_MESSAGES_FOLDER = path.join(projectDirectory, 'mocks/controls/messages');
/** The folder of the texts that only the command needs, with a file for each language. */
export const COMMAND_MESSAGES_FOLDER = path.join(projectDirectory, 'command/messages');

/** @type {Readonly<Record<Language, LanguageTraits>>} */
export const LANGUAGE_TRAITS = JSON.parse(
  readFileSync(path.join(projectDirectory, 'src/lib/base/languages.json'), 'utf8'),
);
export const LANGUAGES = /** @type {readonly Language[]} */ (Object.keys(LANGUAGE_TRAITS));
export const GUIDE_LANGUAGES = LANGUAGES.filter((language) => LANGUAGE_TRAITS[language].hasGuide);

/**
 * Reads all messages of a language, by namespace. Missing messages are English.
 * @type {(language: string, folder?: string) => Record<string, MessageTree>}
 */
export function readMessages(language, folder = MESSAGES_FOLDER) {
  return Object.fromEntries(
    readdirSync(path.join(folder, BASE_LANGUAGE)).map((file) => [
      namespaceOf(file),
      readMessageFile(path.join(folder, language, file)),
    ]),
  );
}

/** Reads a file of messages, which may not exist. Missing messages are English. @type {(file: string) => MessageTree} */
export function readMessageFile(file) {
  const english = readTree(englishFileOf(file));
  return existsSync(file) ? withEnglish(readTree(file), english) : english;
}

/** @param {string} file @returns {string} */
export function englishFileOf(file) {
  return file.replace(/([\\/]messages[\\/])[^\\/.]+(?=[^\\/]*$|[\\/][^\\/]+$)/, `$1${BASE_LANGUAGE}`);
}

/** Fills missing and empty texts with the English ones. @type {(own: MessageTree, english: MessageTree) => MessageTree} */
function withEnglish(own, english) {
  return Object.fromEntries(
    Object.entries(english).map(([key, text]) => {
      const translated = own[key];
      if (typeof text === 'string')
        return [key, typeof translated === 'string' && translated ? translated : text];
      return [key, typeof translated === 'object' ? withEnglish(translated, text) : text];
    }),
  );
}

/** @param {string} file @returns {MessageTree} */
function readTree(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Returns `queryText` for `query-text.json`. @param {string} file */
function namespaceOf(file) {
  return path
    .basename(file, '.json')
    .replaceAll(/-(\w)/g, (/** @type {string} */ _, /** @type {string} */ letter) => letter.toUpperCase());
}
