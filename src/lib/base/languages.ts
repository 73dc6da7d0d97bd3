import languages from './languages.json';

/** A language by its tag, which is also the name of its folder in `messages/`. The browser knows the language's own name. */
export type Language = keyof typeof languages;

/** The data of a language in `languages.json`, which the tools read as well. Code for a language is in a `Record<Language, …>`. */
export interface LanguageTraits {
  /** Whether a missing message is an error of `npm run check`. If not, the check counts it, and the English message is shown. */
  readonly isComplete: boolean;
  /** A BCP 47 tag with a region, for the command's numbers and dates, and for the browser of the guide's pictures. */
  readonly locale: string;
  /** Whether there is a `docs/guide/<tag>.md`. If not, the language has the English guide. */
  readonly hasGuide: boolean;
}

/** The languages of the interface, the base language first. */
export const LANGUAGES = Object.keys(
  languages satisfies Readonly<Record<string, LanguageTraits>>,
) as readonly Language[];

/** Returns the locale of a language, for use where no person has chosen one. */
export function localeOfLanguage(language: Language): string {
  return languages[language].locale;
}

/** The language of texts that another language lacks. */
const BASE_LANGUAGE: Language = 'en';

/** Returns the interface language of the first locale (BCP 47) that has one; else the base language. */
export function languageOf(...locales: readonly string[]): Language {
  for (const locale of locales) {
    const language = LANGUAGES.find((known) => locale.toLowerCase().split('-')[0] === known);
    if (language !== undefined) return language;
  }
  return BASE_LANGUAGE;
}
