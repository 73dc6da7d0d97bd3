import languages from './languages.json';

/** The tag of an interface language, which is also the name of its folder in `messages/`. The browser supplies the name to display. */
export type Language = keyof typeof languages;

/** A language's entry in `languages.json`, which build tools also read. Code that differs by language is in a `Record<Language, …>`. */
export interface LanguageTraits {
  /** Whether a missing message fails `npm run check`. If not, the check only counts it, and users see the English message. */
  readonly isComplete: boolean;
  /** A BCP 47 tag with a region. The command-line tool and the browser that takes the guide's screenshots use its formats. */
  readonly locale: string;
  /** Whether `docs/guide/<tag>.md` exists. If not, users of this language get the English guide. */
  readonly hasGuide: boolean;
}

/** The languages of the interface. The first one is the base language. */
export const LANGUAGES = Object.keys(
  languages satisfies Readonly<Record<string, LanguageTraits>>,
) as readonly Language[];

/** Returns the default locale of a language, for use when the user has not chosen a locale. */
export function localeOfLanguage(language: Language): string {
  return languages[language].locale;
}

/** The language that is shown when another language lacks a text. */
const BASE_LANGUAGE: Language = 'en';

/** Returns the interface language for the first of the locales (BCP 47 tags) that has one, or the base language if none has. */
export function languageOf(...locales: readonly string[]): Language {
  for (const locale of locales) {
    const language = LANGUAGES.find((known) => locale.toLowerCase().split('-')[0] === known);
    if (language !== undefined) return language;
  }
  return BASE_LANGUAGE;
}
