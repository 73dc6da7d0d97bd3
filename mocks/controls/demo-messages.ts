import { languageOf } from '@/lib/base/languages';
import english from './messages/en.json';

type DemoMessages = typeof english;

/** By file name, for the languages that have such a file. */
const MESSAGES = import.meta.glob<DemoMessages>('./messages/*.json', { eager: true, import: 'default' });

/** Returns the words that only a demo needs, in the language of a locale. */
export function demoMessages(locale: string): DemoMessages {
  return MESSAGES[`./messages/${languageOf(locale)}.json`] ?? english;
}
