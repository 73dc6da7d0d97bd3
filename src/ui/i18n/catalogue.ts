import type { Messages } from 'use-intl';
import { catalogues } from 'virtual:catalogues';
import type { englishMessages } from './catalogue-en';
import arrival from './messages/en/arrival.json';
import common from './messages/en/common.json';
import configProblem from './messages/en/config-problem.json';
import connectionCheck from './messages/en/connection-check.json';
import errors from './messages/en/errors.json';
import type { Language } from '@/lib/base/languages';
import pageVersion from './messages/en/page-version.json';
import signIn from './messages/en/sign-in.json';

/** The English messages that are needed before anybody is signed in: of the sign-in screen, and of pages that replace a screen. */
export const startMessages = {
  arrival,
  common,
  configProblem,
  connectionCheck,
  errors,
  pageVersion,
  signIn,
};

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof englishMessages;
  }
}

/** Loads all messages of a language other than the base language. */
export async function loadMessages(language: Exclude<Language, 'en'>): Promise<Messages> {
  return (await catalogues[language]()).default;
}
