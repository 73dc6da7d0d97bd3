import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GUIDE_LANGUAGES, readMessages, type MessageTree } from '../../../scripts/read-messages.mjs';

// Every text that the guide prints in bold must be a message, because readers look for it on the screen.

/** Bold texts of the guide that are not messages, such as names of keys and of Excel commands. */
const NO_MESSAGES: ReadonlySet<string> = new Set([
  'bold',
  'Fett',
  'Ctrl End',
  'Strg Ende',
  'Ctrl G',
  'Strg G',
  'Ctrl Space',
  'Strg Leertaste',
  'F2',
  'Data > Refresh All',
  'Daten > Alle aktualisieren',
]);

function textsOf(messages: MessageTree): readonly string[] {
  return Object.values(messages).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)));
}

test.each(GUIDE_LANGUAGES)('every name that the guide (%s) prints in bold is on the screen', (language) => {
  const guide = readFileSync(`docs/guide/${language}.md`, 'utf8');
  const names = [...guide.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name);
  // The guide omits the placeholder of a message, such as a column or value.
  const texts = new Set(
    textsOf(readMessages(language)).flatMap((text) => [text, text.replace(/ ?\{\w+\}.*$/, '')]),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !texts.has(name) && !NO_MESSAGES.has(name))).toEqual([]);
});
