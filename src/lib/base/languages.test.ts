import { expect, test } from 'vitest';
import { FORMAT_LOCALES } from '../formats/format-locales';
import { languageOf, LANGUAGES, localeOfLanguage } from './languages';

test.each([
  [['de-AT', 'en-GB'], 'de'],
  [['DE'], 'de'],
  [['sv-SE', 'en-GB', 'de-DE'], 'en'],
  // `den` is Slavey, not German, although the tag begins with `de`.
  [['den-CA'], 'en'],
  [['sv-SE'], 'en'],
  [[], 'en'],
])('of %j: %s', (locales, language) => {
  expect(languageOf(...locales)).toBe(language);
});

test.each(LANGUAGES)('the locale of %s is of that language, and one that people can choose', (language) => {
  expect(languageOf(localeOfLanguage(language))).toBe(language);
  expect(FORMAT_LOCALES).toContain(localeOfLanguage(language));
});
