import { createTranslator, type Messages } from 'use-intl/core';
import { readMessages } from '../../scripts/read-messages.mjs';
import type { Region } from './expected-cells';

/** Returns a message of the console by its key: `t('workbench.query.run')`. */
export type Translate = ReturnType<typeof messagesOf>;

/** Returns the messages in the region's language. This tests no message, so other journeys contain the required English names. */
export function messagesOf(region: Region) {
  const language = new Intl.Locale(region).language;
  const messages: Record<string, unknown> = readMessages(language);
  return createTranslator({ locale: region, messages: messages as Messages });
}
