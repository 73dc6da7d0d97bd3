import { expect, test } from 'vitest';
import { createFormats } from '@/lib/formats/formats';
import { createWords } from '@/ui/formats/words';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { CHECK_IDS } from './check-definition';
import { checkDefinition } from './standard-checks';
import { checkName } from './check-name';

const nameOf = (id: (typeof CHECK_IDS)[number], parameters?: Record<string, string>, locale = 'en') =>
  checkName(createWords(englishMessages, 'en', createFormats(locale, 'en')), [], id, parameters);

test('a name says the limit, so that no count behind it is taken for one', () => {
  expect(nameOf('changed', { percent: '20' })).toBe('Changed by more than 20 %');
  expect(nameOf('changed', { percent: '12.5' }, 'de')).toBe('Changed by more than 12,5 %');
  // Without parameters, the limit of the run is not known.
  expect(nameOf('changed')).toBe('Changed by more than the limit');
  expect(nameOf('below-cost', { margin: '0' })).toBe('Below cost');
  expect(nameOf('below-cost', { margin: '20' })).toBe('Below cost or a margin of 20 %');
  expect(nameOf('gap', { days: '1' })).toBe('Validity has a gap');
  expect(nameOf('gap', { days: '30' })).toBe('Validity has a gap of 30 days or more');
});

test('no name ends so that a number may follow', () => {
  for (const id of CHECK_IDS) {
    const usual = Object.fromEntries(checkDefinition(id).parameters.map((each) => [each.name, each.usual]));
    expect(nameOf(id, usual)).not.toMatch(/(?:than|by|of|from|to|at least)$/);
  }
});
