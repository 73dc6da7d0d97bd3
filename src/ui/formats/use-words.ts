import { useLocale, useMessages, type Messages } from 'use-intl';
import type { Formats } from '@/lib/formats/formats';
import { useFormats } from './format-settings-context';
import { createWords, type Words } from './words';

/** The result of `useWords` for each format provider. All components below a provider share it. */
const known = new WeakMap<Formats, { readonly messages: Messages; readonly words: Words }>();

/** Returns the messages and formats of the user. The object stays the same until the user changes language or formats. */
export function useWords(): Words {
  const messages = useMessages();
  const language = useLocale();
  const formats = useFormats();
  const latest = known.get(formats);
  if (latest?.messages === messages) return latest.words;
  const words = createWords(messages, language, formats);
  known.set(formats, { messages, words });
  return words;
}
