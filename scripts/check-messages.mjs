// Checks that every language has the English messages, with the same values. A missing message is shown in English. It counts as a mistake
// if `languages.json` declares the language complete, else as a note.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findIn } from './compare-messages.mjs';
import { projectDirectory } from './project-paths.mjs';
import {
  BASE_LANGUAGE,
  COMMAND_MESSAGES_FOLDER,
  DEMO_MESSAGES_FOLDER,
  LANGUAGE_TRAITS,
  MESSAGES_FOLDER,
} from './read-messages.mjs';

/** @typedef {import('./read-messages.mjs').MessageTree} MessageTree */
/** @typedef {import('./compare-messages.mjs').Texts} Texts */

const MOST_NAMED = 5;

checkLanguages();

function checkLanguages() {
  const english = readTexts(BASE_LANGUAGE);
  /** @type {string[]} */
  const problems = [];
  for (const [language, { isComplete }] of Object.entries(LANGUAGE_TRAITS)) {
    const { mistakes, missing, surplus } = findIn(readTexts(language), english);
    problems.push(...mistakes.map((mistake) => `${language}: ${mistake}`));
    const gaps = [
      ...missing.map((key) => `${key} is missing`),
      ...surplus.map((key) => `${key} is in no English catalogue`),
    ];
    if (isComplete) problems.push(...gaps.map((gap) => `${language}: ${gap}`));
    else if (gaps.length === 0) problems.push(`${language} is whole: set isComplete in languages.json`);
    else printGaps(language, gaps, `${missing.length} of ${english.size} messages are English`);
  }
  const known = Object.keys(LANGUAGE_TRAITS);
  for (const entry of [MESSAGES_FOLDER, DEMO_MESSAGES_FOLDER, COMMAND_MESSAGES_FOLDER].flatMap(filesIn))
    if (!known.some((language) => language === path.basename(entry, '.json')))
      problems.push(`${path.relative(projectDirectory, entry)} is of no language in languages.json`);
  for (const problem of problems) console.error(problem);
  // A check that reads no files would always pass, so it is an error if no message is found.
  if (english.size === 0) console.error('No message was found.');
  if (problems.length > 0 || english.size === 0) process.exitCode = 1;
  else console.log(`${english.size} messages in ${known.length} languages`);
}

/** @param {string} language @param {readonly string[]} gaps @param {string} summary */
function printGaps(language, gaps, summary) {
  const isWhole = process.argv.includes('--all');
  const named = isWhole ? gaps : gaps.slice(0, MOST_NAMED);
  console.log(`note: ${language} is partial: ${summary}`);
  for (const gap of named) console.log(`note:   ${gap}`);
  if (named.length < gaps.length)
    console.log(`note:   and ${gaps.length - named.length} more: node scripts/check-messages.mjs --all`);
}

/** @param {string} language @returns {Texts} by file and key */
function readTexts(language) {
  const files = filesIn(path.join(MESSAGES_FOLDER, language));
  const others = [DEMO_MESSAGES_FOLDER, COMMAND_MESSAGES_FOLDER]
    .flatMap(filesIn)
    .filter((file) => path.basename(file) === `${language}.json`);
  return new Map(
    [...files, ...others].flatMap((file) => {
      // The language is replaced in the file's path, so that the key is the same in all languages.
      const name = path.relative(projectDirectory, file).replaceAll('\\', '/').replace(language, '<tag>');
      return textsOf(JSON.parse(readFileSync(file, 'utf8')), `${name}: `);
    }),
  );
}

/** @param {string} folder @returns {string[]} the folder's files; empty if it is missing */
function filesIn(folder) {
  try {
    return readdirSync(folder).map((file) => path.join(folder, file));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** @param {MessageTree} messages @param {string} start @returns {[key: string, text: string][]} */
function textsOf(messages, start) {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[start + key, value]] : textsOf(value, `${start}${key}.`),
  );
}
