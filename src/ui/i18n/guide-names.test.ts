import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GUIDE_LANGUAGES, readMessages, type MessageTree } from '../../../scripts/read-messages.mjs';

// People look on the screen for the words that the guide prints in bold.

/** Names of keys and of Excel commands, which are in no message. */
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
