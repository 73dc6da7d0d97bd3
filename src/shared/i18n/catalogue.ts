import type { Messages } from 'use-intl';
import type { englishMessages } from './catalogue-en';
import common from './messages/en/common.json';
import errors from './messages/en/errors.json';
import pageVersion from './messages/en/page-version.json';
import signIn from './messages/en/sign-in.json';

/** The English of the sign-in screen and of pages that stand in for a screen: all that the first download needs. */
export const startMessages = { common, errors, pageVersion, signIn } satisfies Partial<Messages>;

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof englishMessages;
  }
}

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Every message of a language that is not the base language; fetched when first asked for. */
export async function loadMessages(language: Exclude<Language, 'en'>): Promise<Messages> {
  switch (language) {
    case 'de':
      return (await import('./catalogue-de')).germanMessages;
  }
}
