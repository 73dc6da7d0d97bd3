import type { Messages } from 'use-intl';
import { catalogues } from 'virtual:catalogues';
import type { englishMessages } from './catalogue-en';
import type { Language } from '@/lib/base/languages';

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof englishMessages;
  }
}

/** Loads all messages of a language other than the base language. */
export async function loadMessages(language: Exclude<Language, 'en'>): Promise<Messages> {
  return (await catalogues[language]()).default;
}
