import languages from './languages.json';

/** By its tag, which is also the name of its folder in `messages/`. Its own name is known to the browser. */
export type Language = keyof typeof languages;

/** The languages, in `languages.json`, which the tools read, too. Their code stands in a `Record<Language, …>`. */
export interface LanguageTraits {
  /** Whether a message that it lacks is an error of `npm run check`; else the message is English, and counted there. */
  readonly isComplete: boolean;
  /** The locale of the browser in the pictures of its guide, `docs/guide/<tag>.md`; absent: its guide is the English one. */
  readonly guideLocale?: string;
}

/** The languages of the interface, the base language first. */
export const LANGUAGES = Object.keys(
  languages satisfies Readonly<Record<string, LanguageTraits>>,
) as readonly Language[];

/** Texts that a language lacks are those of this one. */
const BASE_LANGUAGE: Language = 'en';

/** Returns the language of the first locale (BCP 47) that has one here; else the base language. */
export function languageOf(...locales: readonly string[]): Language {
  for (const locale of locales) {
    const language = LANGUAGES.find((known) => locale.toLowerCase().split('-')[0] === known);
    if (language !== undefined) return language;
  }
  return BASE_LANGUAGE;
}
