import { languageOf, type Language } from '@/shared/i18n/languages';
import german from './messages/de.json';
import english from './messages/en.json';

type DemoMessages = typeof english;

const MESSAGES: Readonly<Record<Language, DemoMessages>> = { en: english, de: german };

/** Returns the words that only a demo needs, in the language of a locale. */
export function demoMessages(locale: string): DemoMessages {
  return MESSAGES[languageOf(locale)];
}
