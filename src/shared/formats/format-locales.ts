/** The locales on offer for numbers and dates, in the order of their tags. */
export const FORMAT_LOCALES = [
  'bg',
  'cs',
  'da',
  'de',
  'de-AT',
  'de-CH',
  'el',
  'en-GB',
  'en-IE',
  'en-US',
  'es',
  'et',
  'fi',
  'fr',
  'hr',
  'hu',
  'it',
  'lt',
  'lv',
  'nb',
  'nl',
  'pl',
  'pt-PT',
  'ro',
  'sk',
  'sl',
  'sv',
] as const;

/** A locale to choose, by its name in the interface's language. */
export interface LocaleOption {
  readonly locale: string;
  readonly name: string;
}

/**
 * What to offer, sorted by name. A locale in use that is not among ours (a browser set to `nl-BE`) is offered too, or
 * the choice could not show what holds.
 */
export function formatLocaleOptions(language: string, inUse: readonly string[]): LocaleOption[] {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return [...new Set<string>([...FORMAT_LOCALES, ...inUse])]
    .map((locale) => ({ locale, name: names.of(locale) ?? locale }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}
