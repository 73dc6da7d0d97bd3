import type { Messages } from 'use-intl';
import { catalogues } from 'virtual:catalogues';
import type { englishMessages } from './catalogue-en';
import common from './messages/en/common.json';
import errors from './messages/en/errors.json';
import type { Language } from '@/lib/base/languages';
import pageVersion from './messages/en/page-version.json';
import signIn from './messages/en/sign-in.json';

/** The English messages of the first download: the sign-in screen, and pages that replace a screen. */
export const startMessages = { common, errors, pageVersion, signIn } satisfies Partial<Messages>;

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof englishMessages;
  }
}

/** Loads all messages of a language other than the base language. */
export async function loadMessages(language: Exclude<Language, 'en'>): Promise<Messages> {
  return (await catalogues[language]()).default;
}
