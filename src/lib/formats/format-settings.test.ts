import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeStorage } from '@/test/fake-storage';
import { formatLocaleOptions, regionalLocale } from './format-locales';
import { formatChoices, isSupportedLocale, resolveFormatSettings } from './format-settings';

describe('resolveFormatSettings', () => {
  const browserLocales = ['sv-SE', 'de-AT', 'en-US'];

  it('follows the browser: formats of its first locale, the first language that we speak', () => {
    expect(resolveFormatSettings({}, { browserLocales })).toEqual({
      language: 'de',
      formats: 'sv-SE',
      excelRegion: 'sv-SE',
    });
  });

  it('puts the deployment before the browser and the choice before both', () => {
    const defaults = { language: 'en', formats: 'sv', browserLocales } as const;
    expect(resolveFormatSettings({}, defaults)).toEqual({ language: 'en', formats: 'sv', excelRegion: 'sv' });
    expect(resolveFormatSettings({ language: 'de', formats: 'de-CH' }, defaults)).toEqual({
      language: 'de',
      formats: 'de-CH',
      excelRegion: 'de-CH',
    });
  });

  it('lets the Excel region stand by itself once chosen', () => {
    expect(resolveFormatSettings({ excelRegion: 'pl' }, { browserLocales }).excelRegion).toBe('pl');
  });

  it('does without a usable locale', () => {
    expect(resolveFormatSettings({}, { browserLocales: ['not a locale'] })).toEqual({
      language: 'en',
      formats: 'en',
      excelRegion: 'en',
    });
    expect(resolveFormatSettings({}, { formats: '??', browserLocales: [] }).formats).toBe('en');
  });
});

describe('formatChoices', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  function readFrom(text: string | null) {
    const items = new Map(text === null ? [] : [['colonnade.formats', text]]);
    vi.stubGlobal('localStorage', createFakeStorage(items));
    return formatChoices.read() ?? {};
  }

  it('reads what was stored', () => {
    const choices = { language: 'de', formats: 'de-AT', excelRegion: 'en-GB' };
    expect(readFrom(JSON.stringify(choices))).toEqual(choices);
  });

  it('drops only what cannot be read', () => {
    expect(readFrom('{"language":"xx","formats":"de-AT","excelRegion":5,"other":1}')).toEqual({
      formats: 'de-AT',
    });
  });

  it.each([null, '', '{', '[]', '"de"', 'null', '42'])('takes %j for no choice', (text) => {
    expect(readFrom(text)).toEqual({});
  });
});

describe('formatLocaleOptions', () => {
  it('names each region in its own language, in alphabetical order', () => {
    const options = formatLocaleOptions('en', []);
    const names = options.map(({ name }) => name);
    expect(names).toContain('Deutsch (Schweiz)');
    expect(names).toContain('English (United Kingdom)');
    expect(names).toContain('Français (Belgique)');
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    expect(new Set(names).size).toBe(names.length);
    expect(options.every(({ locale }) => isSupportedLocale(locale))).toBe(true);
    expect(options.find(({ locale }) => locale === 'de-CH')?.translatedName).toBe('German (Switzerland)');
  });

  it('adds the locale in use, once', () => {
    const optionsFor = (inUse: string) => formatLocaleOptions('de', [inUse]).map(({ locale }) => locale);
    const added = (inUse: string) =>
      optionsFor(inUse).filter((locale) => !optionsFor('de-DE').includes(locale));
    expect(added('nl-SR')).toEqual(['nl-SR']);
    // Browsers and configurations may name a locale without a region.
    expect(added('de')).toEqual([]);
    expect(regionalLocale('de')).toBe('de-DE');
    expect(regionalLocale('hi-u-nu-deva')).toBe('hi-IN-u-nu-deva');
  });
});
