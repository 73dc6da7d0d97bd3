import { useMemo } from 'react';
import { useLocale, useMessages } from 'use-intl';
import { useFormats } from './format-settings-context';
import { createWords, type Words } from './words';

/** Returns the messages and formats of the person. */
export function useWords(): Words {
  const messages = useMessages();
  const language = useLocale();
  const formats = useFormats();
  return useMemo(() => createWords(messages, language, formats), [messages, language, formats]);
}
