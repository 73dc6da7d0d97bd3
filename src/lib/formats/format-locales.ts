/** The regions that users can choose for numbers and dates, each with its language. */
import { nameOrder } from './name-order';
export const FORMAT_LOCALES = [
  'bg-BG',
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'de-LI',
  'de-LU',
  'el-CY',
  'el-GR',
  'en-GB',
  'en-IE',
  'en-MT',
  'en-US',
  'es-ES',
  'et-EE',
  'fi-FI',
  'fr-BE',
  'fr-CH',
  'fr-FR',
  'fr-LU',
  'hr-HR',
  'hu-HU',
  'is-IS',
  'it-CH',
  'it-IT',
  'lt-LT',
  'lv-LV',
  'nb-NO',
  'nl-BE',
  'nl-NL',
  'pl-PL',
  'pt-PT',
  'ro-RO',
  'sk-SK',
  'sl-SI',
  'sv-FI',
  'sv-SE',
] as const;

export interface LocaleOption {
  readonly locale: string;
  /** The name in the locale's own language: `Deutsch (Schweiz)`. */
  readonly name: string;
  /** The name in the interface language, so that a search for "German" also finds `Deutsch`. */
  readonly translatedName: string;
}

/** Returns the locales that this browser supports, sorted by name. Adds those `inUse`, because a select box must list its own value. */
export function formatLocaleOptions(language: string, inUse: readonly string[]): LocaleOption[] {
  const known = Intl.NumberFormat.supportedLocalesOf(FORMAT_LOCALES);
  return [...new Set([...known, ...inUse.map(regionalLocale)])]
    .map((locale) => ({
      locale,
      name: localeName(locale),
      translatedName: localeName(locale, language),
    }))
    .sort((a, b) => nameOrder(language)(a.name, b.name));
}

/** Adds the likely region to a locale without one: `de` has the same formats as `de-DE`. */
export function regionalLocale(tag: string): string {
  const locale = new Intl.Locale(tag);
  const { region } = locale.maximize();
  if (locale.region !== undefined || region === undefined) return tag;
  return new Intl.Locale(tag, { region }).toString();
}

/** Returns a locale's name in its own or another language: `English (United Kingdom)`, `Englisch (Deutschland)`. */
export function localeName(locale: string, language: string = locale): string {
  const names = new Intl.DisplayNames(language, { type: 'language', languageDisplay: 'standard' });
  const name = names.of(locale) ?? locale;
  // Many languages write language names in lower case in a sentence but not in a list.
  return name.replace(/^./u, (first) => first.toLocaleUpperCase(language));
}
