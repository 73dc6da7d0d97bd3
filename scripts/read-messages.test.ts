import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { englishFileOf, readMessageFile, readMessages } from './read-messages.mjs';

let folder = '';

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'catalogue-')), 'messages');
  write('en/query-text.json', { title: 'Query', words: { and: 'and', or: 'or' } });
  write('en/help.json', { title: 'Help' });
});
afterEach(() => {
  rmSync(path.dirname(folder), { recursive: true });
});

function write(file: string, messages: unknown): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), JSON.stringify(messages));
}

test('what a language lacks is English: files, groups, messages, and texts that are still empty', () => {
  write('fr/query-text.json', { title: '', words: { or: 'ou', surplus: 'rien' } });
  expect(readMessages('fr', folder)).toEqual({
    queryText: { title: 'Query', words: { and: 'and', or: 'ou' } },
    help: { title: 'Help' },
  });
});

test('a message is no group, nor a group a message', () => {
  write('fr/query-text.json', { title: { first: 'Requête' }, words: 'mots' });
  expect(readMessageFile(path.join(folder, 'fr', 'query-text.json'))).toEqual({
    title: 'Query',
    words: { and: 'and', or: 'or' },
  });
});

test('a language without any file is English', () => {
  expect(readMessages('fr', folder)).toEqual(readMessages('en', folder));
});

test.each([
  ['/home/messages/console/messages/fr/help.json', '/home/messages/console/messages/en/help.json'],
  [
    String.raw`C:\console\mocks\controls\messages\pt-BR.json`,
    String.raw`C:\console\mocks\controls\messages\en.json`,
  ],
])('the English file of %s', (file, english) => {
  expect(englishFileOf(file)).toBe(english);
});
