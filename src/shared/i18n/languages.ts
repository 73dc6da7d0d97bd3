/**
 * The languages of the interface, the base language first. What belongs to a language stands in a `Record<Language, …>` where it is
 * needed, so that the compiler names every place that lacks a new one.
 */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

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
