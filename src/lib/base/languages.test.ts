import { expect, test } from 'vitest';
import { languageOf } from './languages';

test.each([
  [['de-AT', 'en-GB'], 'de'],
  [['DE'], 'de'],
  [['fr-FR', 'en-GB', 'de-DE'], 'en'],
  // This language is not German, although its code begins with `de`.
  [['den-CA'], 'en'],
  [['fr-FR'], 'en'],
  [[], 'en'],
])('of %j: %s', (locales, language) => {
  expect(languageOf(...locales)).toBe(language);
});
