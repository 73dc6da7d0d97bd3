import { languageOf } from '@/lib/base/languages';
import english from './messages/en.json';

type DemoMessages = typeof english;

/** The messages of the demo by file name, for the languages that have such a file. */
const MESSAGES = import.meta.glob<DemoMessages>('./messages/*.json', { eager: true, import: 'default' });

/** Returns the texts that only the demo needs, in the language of a locale. */
export function demoMessages(locale: string): DemoMessages {
  return MESSAGES[`./messages/${languageOf(locale)}.json`] ?? english;
}
